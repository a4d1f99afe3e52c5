import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upwardArrows, violations } from './check.ts';
import { importsOf } from './imports.ts';
import { RULES } from './rules.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const tool = (name: string): string => join(REPOSITORY, 'node_modules', '.bin', name);

describe('the import rules', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'authly-rules-'));
    for (const name of ['contract', 'fingerprint', 'app-client', 'pkcs11'])
      mkdirSync(join(root, 'packages', name), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function check(file: string, source: string): string[] {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
    return violations(root, [file]);
  }

  const SERVICE = 'apps/service/src';
  it.each([
    // Imports that only an allow-list finds.
    [`${SERVICE}/service-log.ts`, "import type { StoreRequest } from '@authly/contract/captures/store';"],
    [`${SERVICE}/service-log.ts`, ''],
    [`${SERVICE}/storage/store.ts`, "import { Recapture } from '@authly/contract/operations/app-recapture';"],
    // Enrollment data reaches neither a database nor a log.
    [`${SERVICE}/storage/port/store.ts`, "import type { StoreRequest } from '@authly/contract/captures/store';"],
    [`${SERVICE}/storage/port/store.ts`, "import { openFeatures } from '../../capture/sealed-features.ts';"],
    [`${SERVICE}/observability/log.ts`, "import { CallbackRequest } from '@authly/contract/captures/app-callback';"],
    [`${SERVICE}/lifecycle/sweeper.ts`, "import { OPERATIONS } from '@authly/contract/catalogue/operations';"],
    [`${SERVICE}/audit/chain.ts`, "import { SECRET_FIELDS } from '@authly/contract/catalogue/secret-fields';"],
    ['packages/contract/src/operations/read-result.ts', "import { StoreRequest } from '../captures/store.ts';"],
    ['packages/contract/src/schemas/fields.ts', "import { StoreRequest } from '../captures/store.ts';"],
    // Only capture/ reaches the engine.
    [`${SERVICE}/api/endpoints/read-result.ts`, "import { compare } from '@authly/fingerprint';"],
    [`${SERVICE}/start/main.ts`, "import { compare } from '@authly/fingerprint';"],
    // An endpoint is one file, on any store.
    [`${SERVICE}/api/endpoints/read-result.ts`, "import { cancelSession } from './cancel-session.ts';"],
    [`${SERVICE}/api/endpoints/read-result.ts`, "import { openSqliteStore } from '../../storage/sqlite.ts';"],
    // The session is pure.
    [`${SERVICE}/session/move.ts`, "import { randomBytes } from 'node:crypto';"],
    [`${SERVICE}/session/move.ts`, "import { systemClock } from '../runtime/clock.ts';"],
    [`${SERVICE}/session/move.ts`, "const x = await import('../http/app.ts');"],
    // Production loads neither the sandbox nor an optional package.
    [`${SERVICE}/start/main.ts`, "import { addTryIt } from '../sandbox/sandbox-steps.ts';"],
    [`${SERVICE}/api/app.ts`, "const sandbox = await import('../sandbox/sandbox-steps.ts');"],
    [`${SERVICE}/keys/open-signing-token.ts`, "import { openToken } from '@authly/pkcs11';"],
    // Each workspace has rules.
    ['packages/contract/src/wire/states.ts', "import { Type } from 'typebox';"],
    ['packages/contract/src/wire/generated/errors.ts', "import { Buffer } from 'node:buffer';"],
    ['packages/contract/src/wire/generated/operation-table.ts', "import { X } from '../../operations/issue-token.ts';"],
    ['packages/contract/src/loose.ts', ''],
    ['examples/openid/start.ts', "import { startService } from '../../apps/service/src/start/main.ts';"],
    ['packages/fingerprint/src/index.ts', "import { LIMITS } from '@authly/contract/wire/limits';"],
    ['packages/fingerprint/src/index.ts', "export * from 'fast-png';"],
    ['packages/app-client/src/seal.ts', "import { readFileSync } from 'node:fs';"],
    ['packages/merchant/src/index.ts', "import { request } from 'undici';"],
    ['packages/browser/src/index.ts', "import { Type } from '@authly/contract/schemas/fields';"],
    ['packages/ui/src/icons.ts', "import { StoreRequest } from '@authly/contract/captures/store';"],
    ['packages/pkcs11/src/index.ts', "import { LIMITS } from '@authly/contract/wire/limits';"],
    ['packages/reader/src/cli.ts', "import { request } from 'undici';"],
    ['apps/hosted/src/main.tsx', "import { seal } from '@authly/app-client/seal.ts';"],
    ['apps/app/src/main.tsx', "import { store } from '../../service/src/storage/port/store.ts';"],
    ['apps/console/src/main.tsx', "import { ACTIONS } from '../../service/src/operator/actions/index.ts';"],
    ['apps/docs/src/site.ts', "import { compare } from '@authly/fingerprint';"],
    ['apps/shop/src/shop.ts', "import { LIMITS } from '@authly/contract/wire/limits';"],
    ['apps/sandbox/src/start.ts', "import { helpIfAsked } from '../../../tools/command.ts';"],
    ['apps/other/src/main.ts', ''],
  ])('refuses in %s: %s', (file, source) => {
    expect(check(file, source)).toHaveLength(1);
  });

  it('each workspace has its planted violation above, and no folder imports upward', () => {
    const workspaces = globSync(['packages/*/src', 'apps/*/src'], { cwd: REPOSITORY });
    const titles = readFileSync(import.meta.filename, 'utf8');
    for (const folder of workspaces) expect(titles.replaceAll('${SERVICE}', SERVICE)).toMatch(`${folder}/`);
    expect(upwardArrows()).toEqual([]);
  });

  const inBrowsers = RULES.filter(({ noNode }) => noNode).map(({ folder }) => folder);

  it.each(inBrowsers)('%s runs in a browser: a module of Node and its globals are refused', (folder) => {
    expect(check(`${folder}planted.ts`, "const { readFileSync } = require('node:fs');")).toHaveLength(1);
    cpSync(join(REPOSITORY, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
    check(`${folder}planted.ts`, 'export const planted = Buffer.from(process.version);');
    const lint = spawnSync(tool('oxlint'), { cwd: root, encoding: 'utf8' });
    expect(lint.stdout).toMatch(/Unexpected use of 'Buffer'[^]*Unexpected use of 'process'/);
  });

  it('the program of the pages has all of them but the console, and no types of Node', () => {
    const files = execFileSync(tool('tsc'), ['--listFilesOnly', '-p', 'tsconfig.browser.json'], { cwd: REPOSITORY });
    const own = [
      'packages/(app-client|browser|ui)/src',
      'apps/(app|hosted)/src',
      'apps/shop/page',
      'apps/docs/src/browser',
    ];
    for (const folder of own) expect(String(files)).toMatch(new RegExp(`/${folder}/`));
    expect(String(files)).not.toMatch(/@types\/node|apps\/service/);
  });

  it('accepts allowed imports', () => {
    expect(
      check(
        'apps/service/src/api/endpoints/read-result.ts',
        "import { resultView } from '../../session/merchant-view.ts';\nimport { readSession } from '../../lifecycle/advance-session.ts';",
      ),
    ).toEqual([]);
    expect(
      check('apps/service/src/capture/engine-worker.ts', "import { compare } from '@authly/fingerprint';"),
    ).toEqual([]);
  });

  it('lets main load the sandbox by import(), and know its types', () => {
    expect(
      check(
        'apps/service/src/start/main.ts',
        "import type { TryIt } from '../sandbox/try-it/sandbox-caller.ts';\nconst sandbox = await import('../sandbox/sandbox-steps.ts');",
      ),
    ).toEqual([]);
  });

  it('refuses a vague name', () => {
    expect(check('apps/service/src/http/utils/text.ts', '')).toHaveLength(1);
    expect(check('packages/browser/src/helpers.ts', '')).toHaveLength(1);
  });

  it('reads imports over several lines, re-exports and side effects', () => {
    expect(
      importsOf(
        "import {\n  a,\n  b,\n} from './x.ts';\nexport { c } from './y.ts';\nimport './z.ts';\nimport type { T } from './t.ts';",
      ).map(({ specifier }) => specifier),
    ).toEqual(['./x.ts', './y.ts', './z.ts', './t.ts']);
  });
});
