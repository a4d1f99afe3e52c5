import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { violations } from './check.ts';
import { importsOf } from './imports.ts';

describe('the import rules', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'authly-rules-'));
    mkdirSync(join(root, 'packages/contract'), { recursive: true });
    mkdirSync(join(root, 'packages/fingerprint'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function check(file: string, source: string): string[] {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
    return violations(root, [file]);
  }

  it.each([
    [
      'storage may not import the Bio bodies',
      'apps/service/src/storage/store.ts',
      "import type { StoreRequest } from '@authly/contract/captures/store';",
    ],
    [
      'storage may not import capture/',
      'apps/service/src/storage/store.ts',
      "import { openFeatures } from '../capture/sealed-features.ts';",
    ],
    [
      'logging may not import the app’s bodies',
      'apps/service/src/observability/log.ts',
      "import { CallbackRequest } from '@authly/contract/captures/app-callback';",
    ],
    [
      'only capture/ imports fingerprint',
      'apps/service/src/api/endpoints/read-result.ts',
      "import { compare } from '@authly/fingerprint';",
    ],
    [
      'endpoints never import each other',
      'apps/service/src/api/endpoints/read-result.ts',
      "import { cancelSession } from './cancel-session.ts';",
    ],
    [
      'endpoints never import a concrete store',
      'apps/service/src/api/endpoints/read-result.ts',
      "import { openSqliteStore } from '../../storage/sqlite.ts';",
    ],
    ['session/ has no clock or I/O', 'apps/service/src/session/move.ts', "import { randomBytes } from 'node:crypto';"],
    [
      'session/ knows no other folder',
      'apps/service/src/session/move.ts',
      "import { systemClock } from '../config/clock.ts';",
    ],
    [
      'the table of operations brings no schema along',
      'packages/contract/src/wire/generated/operations.ts',
      "import { TokenRequest } from './operations/issue-token.ts';",
    ],
    [
      'the table of operations brings no TypeBox along',
      'packages/contract/src/wire/generated/operations.ts',
      "import { Type } from 'typebox';",
    ],
    ['contract has no node:*', 'packages/contract/src/wire/generated/errors.ts', "import { Buffer } from 'node:buffer';"],
    [
      'fingerprint imports nothing of ours',
      'packages/fingerprint/src/index.ts',
      "import { LIMITS } from '@authly/contract/wire/limits';",
    ],
    ['fingerprint imports no package', 'packages/fingerprint/src/index.ts', "export * from 'fast-png';"],
    [
      'main loads the sandbox by import() only',
      'apps/service/src/start/main.ts',
      "import { addTryIt } from './sandbox/sandbox.ts';",
    ],
    [
      'no other folder of the service imports the sandbox',
      'apps/service/src/api/app.ts',
      "const sandbox = await import('../sandbox/sandbox.ts');",
    ],
    ['a folder of the service needs a rule', 'apps/service/src/other/x.ts', "import { a } from './y.ts';"],
    ['a dynamic import is an import', 'apps/service/src/session/move.ts', "const x = await import('../http/app.ts');"],
  ])('%s', (_promise, file, source) => {
    expect(check(file, source)).toHaveLength(1);
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
        "import type { TryIt } from './sandbox/try-it/sandbox-caller.ts';\nconst sandbox = await import('./sandbox/sandbox.ts');",
      ),
    ).toEqual([]);
  });

  it('refuses a vague name', () => {
    expect(check('apps/service/src/utils/text.ts', '')).toHaveLength(1);
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
