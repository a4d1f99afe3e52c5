import PUBLISHED from '@authly/contract/device-vectors.json' with { type: 'json' };
import type { BoundDevice } from '@authly/contract/wire/device';
import { EXAMPLE_VALUES } from '@authly/contract/operations/example-values';
import { describe, expect, it } from 'vitest';
import { deviceChallenge, withDevice } from './device.ts';

describe.each(PUBLISHED.vectors)('the published vector of $name', (vector) => {
  it('wraps the record with its device', () => {
    const record = Uint8Array.from(Buffer.from(vector.record_base64, 'base64'));
    const container = withDevice(record, vector.device as BoundDevice);
    expect(Buffer.from(container).toString('base64')).toBe(vector.container_base64);
  });

  it('signs the session, the capture and the text that was shown', async () => {
    const { session_id, context, display_text, challenge } = vector;
    const seal = { ...EXAMPLE_VALUES.seal, context };
    const claim = { session_id, seal, ...(display_text !== '' && { display_text }) };
    expect(Buffer.from(await deviceChallenge(claim, vector)).toString('base64url')).toBe(challenge);
  });
});
