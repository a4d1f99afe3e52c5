import { Type } from 'typebox';
import { KEY_PURPOSES } from '../../config/key-purposes.ts';
import { parseMasterKey } from '../../config/master-key.ts';
import { keysAt } from '../../keys/key-status.ts';
import { rewrapKeys } from '../../keys/rewrap.ts';
import { emergencyRotation, scheduleRotation } from '../../keys/rotation.ts';
import { isoTime } from '../../session/iso-time.ts';
import { action, type Acting } from '../row/action.ts';
import { duration, instant } from '../../cli/terminal/duration.ts';
import { acknowledgeNotice, keyNotice } from '../reads/key-notice.ts';
import { keyReadiness, printReadiness } from '../reads/key-readiness.ts';
import { listKeys } from '../reads/key-view.ts';
import { table } from '../../cli/terminal/output.ts';
import { choice, contentOf, fileOption, idOption, textOption } from '../row/params.ts';
import { destroyRemoved, repeated, rotate, tokenOf } from '../changes/rotate-key.ts';
import { RefusedError } from '../../runtime/refused-error.ts';

const purpose = choice(KEY_PURPOSES, {
  flag: '--purpose <purpose>',
  description: 'purpose of the keys',
  default: 'bio-signing',
});

function switchTime(given: { readonly at?: string; readonly in?: string }, now: number): number {
  if ((given.at === undefined) === (given.in === undefined))
    throw new RefusedError('set the switch time: either --at 2026-12-01T00:00:00Z or --in 8d');
  return given.at === undefined ? now + duration(given.in!) : instant(given.at, '--at');
}

/** The key of another cell's root, for one merchant. */
async function withdrawMoved({ store, now, entry }: Acting, merchantId: string, key_id: string) {
  const found = (await store.keys.ofMerchant(merchantId)).find(
    ({ id, purpose }) => id === key_id && purpose === 'capture-sealing',
  );
  if (found === undefined) throw new RefusedError(`no key ${key_id} came with ${merchantId}`);
  const last_used_at = isoTime(found.lastUsedAt);
  const audit = entry(key_id, { purpose: 'capture-sealing', merchant: merchantId, last_used_at });
  if (!(await store.keys.remove(key_id, now(), audit, merchantId)))
    throw new RefusedError(`key ${key_id} is already removed`);
  await store.forgetErased();
  return { key_id, last_used_at };
}

export const KEYS = [
  action({
    name: 'keys list',
    role: 'read',
    text: 'list all keys with their status',
    params: {},
    run: listKeys,
    none: 'No keys yet: the service creates them when it starts.',
  }),
  action({
    name: 'keys schedule',
    role: 'admin',
    text: 'announce a rotation at least 7 days ahead and print the notice for merchants',
    examples: ['authly keys schedule --in 8d', 'authly keys schedule --at 2026-12-01T00:00:00Z'],
    params: {
      purpose,
      at: Type.Optional(textOption('--at <time>', 'switch time, ISO 8601')),
      in: Type.Optional(textOption('--in <duration>', 'switch time from now, such as 8d')),
    },
    audit: 'keys.schedule',
    async run(operator, { purpose, ...when }) {
      const switchAt = switchTime(when, operator.now());
      const { added, notice } = await rotate(
        operator,
        purpose,
        (input) => scheduleRotation({ ...input, switchAt }),
        () => ({ purpose, switch_at: isoTime(switchAt) }),
      );
      return { key_id: added.id, switch_at: isoTime(switchAt), notice };
    },
    print: ({ key_id, switch_at, notice }) => notice ?? `Key ${key_id} becomes active at ${switch_at}.`,
  }),
  action({
    name: 'keys notice',
    role: 'admin',
    text: 'print the notice of the announced rotation and which merchants have acknowledged it',
    examples: ['authly keys notice > notice.txt'],
    params: {
      acknowledged: Type.Optional(
        idOption('--acknowledged <merchant_id>', 'first record that this merchant has acknowledged it'),
      ),
    },
    audit: 'keys.acknowledge',
    changesWith: 'acknowledged',
    async run(operator, { acknowledged }) {
      if (acknowledged !== undefined) await acknowledgeNotice(operator, acknowledged);
      return keyNotice(operator);
    },
    print: ({ notice, merchants }) => `${notice}\n\n${table(merchants, 'No merchants yet.')}`,
  }),
  action({
    name: 'keys emergency',
    role: 'admin',
    text: 'destroy a compromised key, replace it now and print the urgent notice for merchants',
    params: {
      purpose,
      key_id: Type.Optional(idOption('--key-id <id>', 'the compromised key (default: the active one)')),
    },
    audit: 'keys.emergency',
    async run(operator, { purpose, key_id: suspectId }) {
      const { added, removedIds, notice } = await rotate(
        operator,
        purpose,
        (input) => emergencyRotation({ ...input, suspectId }),
        (planned) => ({ purpose, removed: planned.removedIds.join(',') }),
      );
      return { key_id: added.id, removed_key_ids: removedIds, notice };
    },
    print: ({ key_id, removed_key_ids, notice }) =>
      notice ?? `Key ${key_id} is active; destroyed: ${removed_key_ids.join(', ')}.`,
  }),
  action({
    name: 'keys withdraw',
    role: 'admin',
    text: 'destroy an earlier capture-sealing key; users enrolled with it enroll again',
    examples: ['authly keys withdraw --key-id key_2026_01'],
    params: {
      key_id: idOption('--key-id <id>', 'the key'),
      merchant: Type.Optional(idOption('--merchant <id>', 'a key that came with this merchant from another cell')),
    },
    audit: 'keys.withdraw',
    async run(operator, { key_id, merchant }) {
      const { store, now, entry } = operator;
      if (merchant !== undefined) return withdrawMoved(operator, merchant, key_id);
      const standing = keysAt(await store.keys.list('capture-sealing'), now()).find(({ key }) => key.id === key_id);
      if (standing === undefined)
        throw new RefusedError(`there is no capture-sealing key ${key_id} (see "authly keys list")`);
      const { status, key } = standing;
      if (status === 'active' || status === 'announced')
        throw new RefusedError(
          `key ${key_id} is ${status}: only an earlier key can be withdrawn. Rotate first: authly keys schedule --purpose capture-sealing --in 2m`,
        );
      if (status === 'removed') throw new RefusedError(`key ${key_id} is already removed`);
      await tokenOf(operator, key);
      const last_used_at = isoTime(key.lastUsedAt);
      const audit = entry(key_id, { purpose: 'capture-sealing', last_used_at });
      if (!(await store.keys.remove(key_id, now(), audit))) throw new RefusedError(`key ${key_id} is already removed`);
      await destroyRemoved(operator, [key]);
      return { key_id, last_used_at };
    },
    print: ({ key_id }) =>
      `Key ${key_id} is withdrawn and destroyed. Enrollments sealed with it end as template_invalid: those users enroll again.`,
  }),
  action({
    name: 'keys readiness',
    role: 'read',
    text: 'list which merchants have accepted calls signed with a key',
    params: { key_id: Type.Optional(idOption('--key-id <id>', 'the key (default: the active one)')) },
    run: (operator, { key_id }) => keyReadiness(operator, key_id),
    print: printReadiness,
  }),
  action({
    name: 'keys rewrap',
    role: 'terminal',
    text: 'encrypt all keys with the master key, if some still need the one of AUTHLY_MASTER_KEY_PREVIOUS_FILE; or with a new one',
    examples: ['authly keys rewrap --new-master-key-file /run/secrets/new-master.key'],
    params: {
      new_master_key: Type.Optional(
        fileOption(
          '--new-master-key-file <file>',
          'file with 32 random bytes in base64; restart every process with it at once',
        ),
      ),
    },
    audit: 'keys.rewrap',
    async run({ store, environment, masterKey, entry }, { new_master_key: file }) {
      const from = masterKey();
      if (file === undefined && from.previous === undefined)
        throw new RefusedError(
          'set AUTHLY_MASTER_KEY_PREVIOUS_FILE to the key that was used before, or name a new one with --new-master-key-file',
        );
      const to = file === undefined ? from : parseMasterKey(contentOf(file));
      if (to === undefined)
        throw new RefusedError(`${file!.name} must be exactly 32 bytes in base64 (openssl rand -base64 32)`);
      const keys = {
        allSealed: () => store.keys.allSealed(),
        reseal: (...change: Parameters<typeof store.keys.reseal>) => repeated(() => store.keys.reseal(...change)),
      };
      const rewrapped = await rewrapKeys(keys, { environment, from, to }, (count) =>
        entry('master-key', { keys: count }),
      );
      return { rewrapped, isNew: file !== undefined };
    },
    print: ({ rewrapped, isNew }) => ({
      json: { rewrapped },
      text: isNew
        ? `${rewrapped} keys are encrypted with the new master key. Restart every process with it now.`
        : `${rewrapped} keys are encrypted with the master key. AUTHLY_MASTER_KEY_PREVIOUS_FILE is no longer needed.`,
    }),
  }),
];
