import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGES, root } from './package-files.ts';
import { findRuntime } from './test/runtimes.ts';
import { installLine, npm, writeTarballs } from './tarballs.ts';
import { type ExampleSandbox, startExampleSandbox } from '../../test/examples/sandbox.ts';

const run = promisify(execFile);

/** An empty project into which npm installed the tarballs. Only `hpke` of the app client is not ours. */
let project: string;
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'authly-installed-'));
  const tarballs = await writeTarballs(join(project, 'tarballs'));
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  await npm(['install', '--prefer-offline', ...tarballs], project);
  cpSync(join(import.meta.dirname, 'test', 'project'), project, { recursive: true });
});
afterAll(() => rmSync(project, { recursive: true }));

const RUNTIMES = [
  ['Node 24', process.execPath, []],
  ['Node 20', findRuntime('Node 20'), []],
  ['Bun', findRuntime('Bun'), ['run']],
  ['Deno', findRuntime('Deno'), ['run', '--allow-all', '--no-remote']],
] as const;

describe.each(RUNTIMES)('on %s', (_, program, args) => {
  test.skipIf(program === undefined).each(['imports.mjs', 'requires.cjs'])(
    'runs both packages and the conformance runner (%s)',
    async (file) => {
      const { stdout, stderr } = await run(program!, [...args, file], { cwd: project });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        client: ['LM', 'session_not_found'],
        runner: 'passed',
        vectors: true,
        browser: ['AuthlyBrowserError', 'resumeAuthly', 'startAuthly'],
      });
    },
  );
});

describe('against a sandbox', () => {
  let sandbox: ExampleSandbox;
  beforeAll(async () => {
    sandbox = await startExampleSandbox(project);
  });
  afterAll(() => sandbox.close());

  test.each(RUNTIMES.filter(([, program]) => program !== undefined))(
    '%s creates a session with the settings of its environment, and names the reason when the service is down',
    async (_, program, args) => {
      const { base_url, ca_file, client_id, client_secret, merchant_id } = sandbox.facts;
      const settings = {
        AUTHLY_BASE_URL: base_url,
        AUTHLY_CLIENT_ID: client_id,
        AUTHLY_CLIENT_SECRET: client_secret,
        AUTHLY_MERCHANT_ID: merchant_id,
        NODE_EXTRA_CA_CERTS: ca_file,
        DENO_CERT: ca_file,
      };
      const { stdout } = await run(program!, [...args, 'sandbox.mjs'], {
        cwd: project,
        env: { ...process.env, ...settings },
      });
      expect(stdout).toMatch(
        /^created\nThe service could not be reached \(.*(?:refused|ECONNREFUSED|ConnectionRefused).*\)\.\n$/i,
      );
    },
  );
});

test('the line that npm run pack prints installs the packages, also from a folder with a space', async () => {
  const folder = join(project, 'a folder');
  cpSync(join(project, 'tarballs'), folder, { recursive: true });
  const other = mkdtempSync(join(project, 'other-'));
  writeFileSync(join(other, 'package.json'), '{"private":true}');
  const line = installLine(readdirSync(folder).map((name) => join(folder, name)));
  await run('sh', ['-c', `${line} --prefer-offline --no-audit --no-fund`], { cwd: other });
  expect(readdirSync(join(other, 'node_modules', '@authly')).toSorted()).toEqual(['app-client', 'browser', 'merchant']);
});

test('npx --no-install finds authly-bio-check', async () => {
  const { stdout } = await run(join(project, 'node_modules', '.bin', 'authly-bio-check'), ['--list']);
  expect(stdout).toContain('nonce.replayed_store');
});

/** The compiler must find these two mistakes. It would not if a type had become `any`. */
const WRONG = `import { createAuthlyClient } from '@authly/merchant';
import { startAuthly } from '@authly/browser';
const client = createAuthlyClient({ baseUrl: '', clientId: '', clientSecret: '', merchantId: '' });
export const mode = client.createEnrollment({ merchant_user_ref: '' }).then(({ mode }): 'verify' => mode);
export const flow: number = startAuthly({ create: async () => ({ session_id: '', popup_url: '', expires_at: '' }), read: async () => ({ status: '' }) });
`;
const examples = [
  ...readFileSync(join(root, 'packages', 'merchant', 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code]) => code!);
const AS_NODE = { module: 'nodenext', moduleResolution: 'nodenext' };
const AS_NODE_10 = { module: 'commonjs', moduleResolution: 'node' };

/** The Node types that our types use. The library check would also check @types/node. */
const NODE_TYPES = `declare module 'node:http' { interface IncomingMessage { url?: string } interface ServerResponse { end(): void } }
declare module 'node:http2' { interface Http2ServerRequest { url: string } interface Http2ServerResponse { end(): void } }
declare module 'node:sqlite' { interface DatabaseSync { close(): void } }
interface Buffer extends Uint8Array {}
`;

/** The compiler's complaints about a strict project of these files. */
async function complaints(tsc: string, files: Record<string, string>, options: object): Promise<string[]> {
  const folder = mkdtempSync(join(project, 'typed-'));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const compilerOptions = { target: 'es2022', lib: ['es2022', 'dom'], strict: true, noEmit: true, ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
  const failed = run(process.execPath, [tsc, '-p', folder], { cwd: project });
  const { stdout } = await failed.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

test("the README's examples compile in a strict project", async () => {
  // The usual packages of a TypeScript project, and the frameworks of the examples.
  for (const name of ['@types', 'undici-types', 'express', 'fastify', 'hono', 'pg'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  const files = Object.fromEntries(examples.map((code, i) => [`example-${i}.mts`, code]));
  const options = { ...AS_NODE, types: ['node'], skipLibCheck: true };
  const found = await complaints(join(root, 'node_modules', '.bin', 'tsc'), { ...files, 'wrong.mts': WRONG }, options);
  expect(found.filter((line) => !line.includes('wrong.mts'))).toEqual([]);
  expect(found).toHaveLength(2);
});

describe.each([
  ['TypeScript 7', AS_NODE],
  ['TypeScript 5.4', AS_NODE],
  ['TypeScript 5.4', AS_NODE_10],
] as const)('%s, %j', (version, options) => {
  const tsc = version === 'TypeScript 7' ? join(root, 'node_modules', '.bin', 'tsc') : findRuntime(version);

  test.skipIf(tsc === undefined)('the types of every entry pass a library check', async () => {
    const entries = PACKAGES.flatMap((each) => {
      const installed = join(project, 'node_modules', '@authly', each.folder, 'package.json');
      const { exports } = JSON.parse(readFileSync(installed, 'utf8')) as { exports: object };
      return Object.keys(exports).map((entry) => join('@authly', each.folder, entry));
    });
    expect(entries).toEqual(expect.arrayContaining(['@authly/merchant', '@authly/browser', '@authly/app-client']));
    const imports = entries.map((entry, i) => (entry.endsWith('.json') ? '' : `export * as e${i} from '${entry}';\n`));
    const files = { 'node.d.ts': NODE_TYPES, 'entries.ts': imports.join(''), 'wrong.ts': WRONG };
    const found = await complaints(tsc!, files, { ...options, types: [], skipDefaultLibCheck: true });
    expect(found.filter((line) => !line.includes('wrong.ts'))).toEqual([]);
    expect(found).toHaveLength(2);
  });
});
