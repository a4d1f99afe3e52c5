import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { TestService } from '../../apps/service/test/running-service.ts';
import { SdkMerchant } from '../../apps/service/test/sdk-merchant.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/reference/page-api.md'), 'utf8');
const [, sealing = ''] = /```js\n(import \* as hpke[^]*?)```/.exec(page)!;
const [, added = '', script = ''] =
  /^## Try your app without a browser\n[^]*?```js\n([^]*?)```\n+```sh\n([^]*?)```/m.exec(page)!;

it('the script of the reference enrolls a sample finger without a browser or an app', async () => {
  await using started = new AsyncDisposableStack();
  const service = started.adopt(await TestService.start(), (each) => each.stop());
  const merchant = started.adopt(await SdkMerchant.start(service), (each) => each.stop());
  const folder = started.adopt(mkdtempSync(join(tmpdir(), 'authly-page-script-')), (each) =>
    rmSync(each, { recursive: true }),
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'seal.mjs'), sealing + added);
  writeFileSync(join(folder, 'ca.pem'), service.ca);
  const { merchantId: merchant_id, clientId: client_id, clientSecret: client_secret } = merchant.calls.client;
  const facts = { base_url: service.origin, ca_file: join(folder, 'ca.pem'), merchant_id, client_id, client_secret };
  writeFileSync(join(folder, 'sandbox.json'), JSON.stringify(facts));
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], {
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, AUTHLY_DATA_DIR: folder },
    timeout: 60_000,
  });
  expect(stdout).toMatch(/"status":"succeeded"\}$/);
  expect(merchant.bodies).toHaveLength(1);
}, 60_000);
