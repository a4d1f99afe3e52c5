import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config.ts';
import { KEY_PURPOSES, type KeyPurpose, type KeyRecord } from '../../keys/key-record.ts';
import { keysAt } from '../../keys/key-status.ts';
import { parseMasterKey } from '../../keys/master-key.ts';
import { rewrapKeys } from '../../keys/rewrap.ts';
import { emergencyRotation, scheduleRotation } from '../../keys/rotation.ts';
import { SealError, unseal } from '../../keys/seal.ts';
import { keptIn, makeAndKeep } from '../../keys/signing-token.ts';
import { Option } from 'commander';
import type { Cli } from '../cli-context.ts';
import { duration } from '../duration.ts';
import { OperatorError } from '../operator-error.ts';
import { output, table, time, type Output } from '../output.ts';
import type { StoreContext } from '../store-context.ts';
import { readinessReport, switchTime } from './keys-readiness.ts';

const purposeOption = (): Option =>
  new Option('--purpose <purpose>', 'which keys').choices(KEY_PURPOSES).default('bio-signing');

export function keyCommands(cli: Cli): void {
  const keys = cli.program.command('keys').description('signing keys and their rotation');

  keys
    .command('list')
    .description('every key with its status now')
    .action(cli.at((context) => listKeys(context)));

  keys
    .command('schedule')
    .description('announce a rotation at least 7 days ahead, and print the notice for merchants')
    .addOption(purposeOption())
    .option('--at <time>', 'the switch, ISO 8601 UTC')
    .option('--in <duration>', 'the switch, from now: 8d')
    .action(
      cli.at((context, options: { purpose: KeyPurpose; at?: string; in?: string }) => schedule(context, options)),
    );

  keys
    .command('emergency')
    .description('a key may have leaked: it is removed at once, a new one signs, and the urgent notice is printed')
    .addOption(purposeOption())
    .option('--key-id <id>', 'the suspect key (default: the active one)')
    .action(cli.at((context, options: { purpose: KeyPurpose; keyId?: string }) => emergency(context, options)));

  keys
    .command('readiness')
    .description('which merchants have accepted a call signed with the key, and which have not yet')
    .option('--key-id <id>', 'the key (default: the one that signs now)')
    .action(cli.at((context, options: { keyId?: string }) => readiness(context, options.keyId)));

  keys
    .command('rewrap')
    .description('seal all keys under a new master key; then restart every process with it')
    .requiredOption('--new-master-key-file <file>', 'base64 of 32 random bytes')
    .action(cli.at((context, options: { newMasterKeyFile: string }) => rewrap(context, options.newMasterKeyFile)));
}

async function listKeys({ store, now, environment, masterKey }: StoreContext): Promise<Output> {
  const records = await store.keys.list();
  const master = perhaps(masterKey);
  const rows = KEY_PURPOSES.flatMap((purpose) =>
    keysAt(
      records.filter((record) => record.purpose === purpose),
      now(),
    ).map((standing) => ({
      key_id: standing.key.id,
      purpose,
      status: standing.status,
      kept_in: master && placeOf(standing.key),
      switch_at: switchTime(standing),
      removal_at: time(standing.removalAt),
    })),
  );
  return output(rows, table(rows, 'No keys yet: the service makes the first ones when it starts.'));

  function placeOf({ id: keyId, purpose, sealed }: KeyRecord): string | null {
    const opened = perhaps(() => unseal(master!, { environment, purpose, keyId }, sealed));
    return opened && keptIn(opened);
  }
}

/** The list is of use also where the master key is not at hand. */
function perhaps<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof SealError) return null;
    throw error;
  }
}

async function schedule(
  { store, environment, now, masterKey, signingToken, act }: StoreContext,
  options: { purpose: KeyPurpose; at?: string; in?: string },
): Promise<Output> {
  const at = now();
  const switchAt = askedSwitch(options, at);
  const { purpose } = options;
  const input = { purpose, records: await store.keys.list(purpose), environment, master: masterKey(), now: at };
  const detail = { purpose, switch_at: time(switchAt) };
  const { made, isKept } = await makeAndKeep(
    signingToken(),
    input,
    (made) => scheduleRotation({ ...input, switchAt, made }),
    ({ added }) => store.keys.add(added, act('keys.schedule', added.id, detail)),
  );
  if (!isKept) throw new OperatorError('that key id exists already: try again');
  const { added, notice } = made;
  return output(
    { key_id: added.id, switch_at: time(switchAt), notice },
    notice ?? `Key ${added.id} takes over at ${time(switchAt)}.`,
  );
}

function askedSwitch(options: { at?: string; in?: string }, now: number): number {
  if ((options.at === undefined) === (options.in === undefined))
    throw new OperatorError('say when: either --at 2026-12-01T00:00:00Z or --in 8d');
  const switchAt = options.at === undefined ? now + duration(options.in!) : Date.parse(options.at);
  if (Number.isNaN(switchAt)) throw new OperatorError('--at must be an ISO 8601 time such as 2026-12-01T00:00:00Z');
  return switchAt;
}

async function emergency(
  { store, environment, now, masterKey, signingToken, act }: StoreContext,
  { purpose, keyId: suspectId }: { purpose: KeyPurpose; keyId?: string },
): Promise<Output> {
  const at = now();
  const input = { purpose, records: await store.keys.list(purpose), environment, master: masterKey(), now: at };
  const { made } = await makeAndKeep(
    signingToken(),
    input,
    (made) => emergencyRotation({ ...input, suspectId, made }),
    async ({ added, removedIds }) => {
      const detail = { purpose, removed: removedIds.join(',') };
      await store.keys.replace(removedIds, at, added, act('keys.emergency', added.id, detail));
      return true;
    },
  );
  const { added, removedIds, notice } = made;
  return output(
    { key_id: added.id, removed_key_ids: removedIds, notice },
    notice ?? `Key ${added.id} is active; removed: ${removedIds.join(', ')}.`,
  );
}

async function readiness({ store, now }: StoreContext, keyId: string | undefined): Promise<Output> {
  const standings = keysAt(await store.keys.list('bio-signing'), now());
  const standing = standings.find(({ key, status }) => (keyId === undefined ? status === 'active' : key.id === keyId));
  if (!standing)
    throw new OperatorError(
      keyId === undefined
        ? 'no key signs yet: the service makes the first one when it starts'
        : `there is no bio-signing key ${keyId} (see "authly keys list")`,
    );
  const announced = standings.find(({ status }) => status === 'announced');
  return readinessReport({
    standing,
    announced,
    merchants: await store.merchants.list(),
    acceptances: await store.keys.acceptances(),
  });
}

async function rewrap({ store, environment, masterKey, act }: StoreContext, file: string): Promise<Output> {
  const to = parseMasterKey(readFileSync(file, 'utf8'));
  if (to === undefined)
    throw new OperatorError(`${file} must hold base64 of exactly 32 bytes (openssl rand -base64 32)`);
  const count = await rewrapKeys(store.keys, { environment, from: masterKey(), to }, (keys) =>
    act('keys.rewrap', 'master-key', { keys }),
  );
  return output(
    { rewrapped: count },
    `${count} keys are sealed under the new master key. Start every process with it now.`,
  );
}
