import { readFileSync } from 'node:fs';
import { Option } from 'commander';
import { keyReadiness } from '../../actions/key-readiness.ts';
import { acknowledgeNotice, keyNotice } from '../../actions/key-notice.ts';
import { listKeys, replaceKey, scheduleKey, withdrawKey } from '../../actions/keys.ts';
import type { KeyPurpose } from '../../../config/key-purposes.ts';
import { KEY_PURPOSES } from '../../../config/key-purposes.ts';
import { parseMasterKey } from '../../../config/master-key.ts';
import { rewrapKeys } from '../../../keys/rewrap.ts';
import type { Cli } from '../cli-context.ts';
import { duration } from '../option-parsers.ts';
import { OperatorError } from '../../actions/operator.ts';
import { output, table, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { readinessOutput } from './keys-readiness.ts';

const purposeOption = (): Option =>
  new Option('--purpose <purpose>', 'purpose of the keys').choices(KEY_PURPOSES).default('bio-signing');

export function keyCommands(cli: Cli): void {
  const keys = cli.program.command('keys').description('list and rotate keys');

  keys
    .command('list')
    .description('list all keys with their status')
    .example('authly keys list')
    .action(cli.at((context) => list(context)));

  keys
    .command('schedule')
    .description('announce a rotation at least 7 days ahead and print the notice for merchants')
    .example('authly keys schedule --in 8d')
    .example('authly keys schedule --at 2026-12-01T00:00:00Z')
    .addOption(purposeOption())
    .option('--at <time>', 'switch time, ISO 8601')
    .option('--in <duration>', 'switch time from now, such as 8d')
    .action(
      cli.at((context, options: { purpose: KeyPurpose; at?: string; in?: string }) => schedule(context, options)),
    );

  keys
    .command('notice')
    .description('print the notice of the announced rotation and which merchants have acknowledged it')
    .example('authly keys notice > notice.txt')
    .option('--acknowledged <merchant_id>', 'first record that this merchant has acknowledged it')
    .action(cli.at((context, options: { acknowledged?: string }) => notice(context, options.acknowledged)));

  keys
    .command('emergency')
    .description('replace a compromised key now and print the urgent notice for merchants')
    .example('authly keys emergency')
    .addOption(purposeOption())
    .option('--key-id <id>', 'the compromised key (default: the active one)')
    .action(cli.at((context, options: { purpose: KeyPurpose; keyId?: string }) => emergency(context, options)));

  keys
    .command('withdraw')
    .description('let an earlier capture-sealing key open nothing any more; users enrolled with it enroll again')
    .example('authly keys withdraw --key-id key_2026_01')
    .requiredOption('--key-id <id>', 'the key')
    .action(cli.at((context, { keyId }: { keyId: string }) => withdraw(context, keyId)));

  keys
    .command('readiness')
    .description('list which merchants have accepted calls signed with a key')
    .example('authly keys readiness')
    .option('--key-id <id>', 'the key (default: the active one)')
    .action(
      cli.at(async (context, { keyId }: { keyId?: string }) => readinessOutput(await keyReadiness(context, keyId))),
    );

  keys
    .command('rewrap')
    .description(
      'encrypt all keys with the master key, if some still need the one of AUTHLY_MASTER_KEY_PREVIOUS_FILE; or with a new one',
    )
    .example('authly keys rewrap --new-master-key-file /run/secrets/new-master.key')
    .option(
      '--new-master-key-file <file>',
      'file with 32 random bytes in base64; restart every process with it at once',
    )
    .action(cli.at((context, options: { newMasterKeyFile?: string }) => rewrap(context, options.newMasterKeyFile)));
}

async function list(context: StoreContext): Promise<Output> {
  const rows = await listKeys(context);
  return output(rows, table(rows, 'No keys yet: the service creates them when it starts.'));
}

async function schedule(
  context: StoreContext,
  { purpose, ...when }: { purpose: KeyPurpose; at?: string; in?: string },
): Promise<Output> {
  const scheduled = await scheduleKey(context, { purpose, switchAt: askedSwitch(when, context.now()) });
  return output(scheduled, scheduled.notice ?? `Key ${scheduled.key_id} becomes active at ${scheduled.switch_at}.`);
}

function askedSwitch(options: { at?: string; in?: string }, now: number): number {
  if ((options.at === undefined) === (options.in === undefined))
    throw new OperatorError('set the switch time: either --at 2026-12-01T00:00:00Z or --in 8d');
  const switchAt = options.at === undefined ? now + duration(options.in!) : Date.parse(options.at);
  if (Number.isNaN(switchAt)) throw new OperatorError('--at must be an ISO 8601 time such as 2026-12-01T00:00:00Z');
  return switchAt;
}

async function notice(context: StoreContext, acknowledged: string | undefined): Promise<Output> {
  if (acknowledged !== undefined) await acknowledgeNotice(context, acknowledged);
  const announced = await keyNotice(context);
  return output(announced, `${announced.notice}\n\n${table([...announced.merchants], 'No merchants yet.')}`);
}

async function withdraw(context: StoreContext, keyId: string): Promise<Output> {
  const withdrawn = await withdrawKey(context, keyId);
  return output(
    withdrawn,
    `Key ${keyId} is withdrawn. Enrollments sealed with it end as template_invalid: those users enroll again.`,
  );
}

async function emergency(
  context: StoreContext,
  { purpose, keyId }: { purpose: KeyPurpose; keyId?: string },
): Promise<Output> {
  const replaced = await replaceKey(context, { purpose, suspectId: keyId });
  return output(
    replaced,
    replaced.notice ?? `Key ${replaced.key_id} is active; removed: ${replaced.removed_key_ids.join(', ')}.`,
  );
}

async function rewrap(
  { store, environment, masterKey, auditEntry }: StoreContext,
  file: string | undefined,
): Promise<Output> {
  const from = masterKey();
  if (file === undefined && from.previous === undefined)
    throw new OperatorError(
      'set AUTHLY_MASTER_KEY_PREVIOUS_FILE to the key that was used before, or name a new one with --new-master-key-file',
    );
  const to = file === undefined ? from : parseMasterKey(readFileSync(file, 'utf8'));
  if (to === undefined) throw new OperatorError(`${file} must be exactly 32 bytes in base64 (openssl rand -base64 32)`);
  const count = await rewrapKeys(store.keys, { environment, from, to }, (keys) =>
    auditEntry('keys.rewrap', 'master-key', { keys }),
  );
  return output(
    { rewrapped: count },
    file === undefined
      ? `${count} keys are encrypted with the master key. AUTHLY_MASTER_KEY_PREVIOUS_FILE is no longer needed.`
      : `${count} keys are encrypted with the new master key. Restart every process with it now.`,
  );
}
