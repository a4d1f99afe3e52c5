import { readFileSync } from 'node:fs';
import PUBLISHED from '@authly/contract/device-vectors.json' with { type: 'json' };
import { expect, it } from 'vitest';

const reference = readFileSync(new URL('../../docs/reference/page-api.md', import.meta.url), 'utf8');

interface Code {
  readonly withDevice: (record: Uint8Array, device: object) => Uint8Array;
  readonly deviceChallenge: (claim: object, callback: object) => Promise<Uint8Array>;
}

it('the code in the reference makes the containers and the challenges of the published vectors', async () => {
  const [, code] = /```js\n(function withDevice[^]*?)```/.exec(reference)!;
  // oxlint-disable-next-line typescript/no-implied-eval -- the code of the page, as a reader copies it
  const { withDevice, deviceChallenge } = new Function(`${code}; return { withDevice, deviceChallenge };`)() as Code;
  for (const { session_id, context, display_text, device, challenge, ...vector } of PUBLISHED.vectors) {
    const container = withDevice(Buffer.from(vector.record_base64, 'base64'), device);
    expect(Buffer.from(container).toString('base64')).toBe(vector.container_base64);
    const claim = { session_id, seal: { context }, display_text };
    expect(Buffer.from(await deviceChallenge(claim, vector)).toString('base64url')).toBe(challenge);
  }
});
