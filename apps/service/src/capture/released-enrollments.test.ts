import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, decodeTemplate, loadEngine, THRESHOLD } from '@authly/fingerprint';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitEnrollment } from './device.ts';
import { acceptedEncKey, readAcceptedEncKey } from './enc-key.ts';
import { fingerprint } from './fingerprint.ts';
import { merchantSecrets, storedSealingKey } from '../keys/sealing-key.ts';
import { sessionIn } from '../../test/sample-session.ts';

const folder = join(import.meta.dirname, '../../test/releases');
const releases = globSync('*.json', { cwd: folder });
beforeAll(() => loadEngine());

it('each release has its enrollments here', () => expect(releases).toContain('1.0.0.json'));

describe.each(releases)('enrollments of %s', (file) => {
  const { root_hex, key_id, environment, merchant_id, merchant_user_ref, finger, enrollments, ...records } = JSON.parse(
    readFileSync(join(folder, file), 'utf8'),
  );
  const session = sessionIn('app_launched', { merchantId: merchant_id, merchantUserRef: merchant_user_ref });
  const viewsOf = (record: string) => decodeTemplate(Buffer.from(record, 'base64'));

  it.each<{ name: string; features: string; enc_key: string; device?: object }>(enrollments)(
    '$name have their mark, open, and match the enrolled finger only',
    async ({ features, enc_key, device }) => {
      const key = storedSealingKey(key_id, merchantSecrets(Buffer.from(root_hex, 'hex'), environment, merchant_id));
      const context = key.contextOf(environment, 'enroll', session);
      const capture = { payload: { finger }, features, encKey: readAcceptedEncKey(enc_key)!, key, context };
      expect(acceptedEncKey(fingerprint, capture)).toBe(enc_key);
      const enrollment = splitEnrollment((await fingerprint.open(capture))!)!;
      expect(enrollment.device?.credentialId).toBe((device as { credential_id: string } | undefined)?.credential_id);
      const enrolled = decodeTemplate(enrollment.record);
      expect(compare(viewsOf(records.probe), enrolled)).toBeGreaterThanOrEqual(THRESHOLD);
      expect(compare(viewsOf(records.other_finger), enrolled)).toBeLessThan(THRESHOLD);
    },
  );
});
