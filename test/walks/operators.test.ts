import { fixedWalks } from './explore/fixed-seeds.ts';
import { backup, byTerminal, byTwo, certificate, failures, NORMAL, walk } from './operators.ts';

const webhookUrl = 'https://a.example/hook';
const inConsole = (name: string, params = {}, which = 0) => byTwo.of([{ name, params, which }]);

fixedWalks(walk, {
  'each of these moves once did something else than it said': [
    // Broke the webhook.
    byTerminal.of({ name: 'merchant set', params: { webhookUrl } }, undefined, { ...NORMAL, masterKey: 'wrong' }),
    // Undid the rate limit.
    byTwo.of([
      { name: 'merchant set', params: { limitCreate: 10 } },
      { name: 'merchant set', params: { name: 'Two' } },
    ]),
    // Enabled the webhook.
    inConsole('merchant set', { webhookUrl }),
    failures.of(),
    inConsole('webhook retry', { session: 'ses_typo' }),
    // Was a success.
    byTerminal.of({ name: 'client add' }, undefined, { ...NORMAL, output: 'full' }),
    // Made no file.
    backup.of(true, true, NORMAL),
    // Left the key's bytes in the write-ahead log.
    inConsole('keys emergency', { purpose: 'bio-signing' }),
    // Left the key in the token.
    byTerminal.of({ name: 'keys withdraw', which: 0 }, undefined, { ...NORMAL, token: 'unknown' }),
    // Said nothing of the key that it left in the token.
    byTerminal.of({ name: 'keys emergency', params: { purpose: 'capture-sealing' } }, undefined, {
      ...NORMAL,
      token: 'unknown',
    }),
    // Was no refusal, but an error of the database.
    inConsole('merchant set', { bioCaPem: certificate('U+0000') }),
  ],
});
