/** The imports that files of a folder may have. The longest folder that contains a file applies. Tests may import anything. */
export interface Rule {
  readonly folder: string;
  readonly promise: string;
  /** Folders. A folder may import itself unless `apart` is set. */
  readonly mayImport: readonly string[];
  /** Its files do not import each other. */
  readonly apart?: true;
  /** Runs in a browser: nothing of Node. */
  readonly noNode?: true;
  /** Default: every package in its package.json. */
  readonly packages?: readonly string[];
}

type RuleOptions = Omit<Rule, 'folder' | 'promise' | 'mayImport'>;

const rule = (folder: string, promise: string, mayImport: readonly string[], options?: RuleOptions): Rule => ({
  folder,
  promise,
  mayImport,
  ...options,
});

const inAnyRuntime = (...packages: string[]): RuleOptions => ({ noNode: true, packages });
const service = (...names: string[]): string[] => names.map((name) => `apps/service/src/${name}/`);

const CONTRACT = 'packages/contract/src/';
const WIRE = `${CONTRACT}wire/`;
const CAPTURES = `${CONTRACT}captures/`;
const FINGERPRINT = 'packages/fingerprint/src/';
const APP_CLIENT = 'packages/app-client/src/';
const UI = 'packages/ui/src/';
const PKCS11 = 'packages/pkcs11/src/';
/** The contract without what carries enrollment data. */
const PLAIN = [WIRE, `${CONTRACT}schemas/`, `${CONTRACT}operations/`];
const BODIES = [...PLAIN, CAPTURES];

/** A folder of the service imports only folders above it in this list. */
export const SERVICE_FOLDERS: readonly Rule[] = [
  rule(
    'apps/service/src/runtime/',
    'clock, shares, buffers, deadlines: what every folder uses',
    ['apps/service/package.json'],
    { packages: [] },
  ),
  rule(
    'apps/service/src/session/',
    'the session, its transitions, what a merchant may see. Pure: time is an argument',
    PLAIN,
    inAnyRuntime(),
  ),
  rule('apps/service/src/config/', 'environment → one frozen object, or an error that names the setting', [
    WIRE,
    PKCS11,
    ...service('runtime'),
  ]),
  rule('apps/service/src/merchants/', 'merchants, clients, secrets, logos', [
    ...PLAIN,
    ...service('runtime', 'session'),
  ]),
  rule('apps/service/src/audit/', 'the audit log: chain, check, signed head. Never sees enrollment data', [
    WIRE,
    ...service('runtime', 'session'),
  ]),
  rule('apps/service/src/observability/', 'log, metrics, tracing. Never sees enrollment data', [
    WIRE,
    ...service('runtime', 'config'),
  ]),
  rule('apps/service/src/keys/', 'signing keys and their rotation; the only folder that opens the PKCS#11 token', [
    ...PLAIN,
    PKCS11,
    ...service('runtime', 'session', 'config', 'audit'),
  ]),
  rule('apps/service/src/tokens/', 'access, hosted, link and app tokens', [
    ...PLAIN,
    ...service('runtime', 'session', 'keys'),
  ]),
  rule('apps/service/src/storage/', 'SQLite and Postgres behind one interface, `port/`. Never sees enrollment data', [
    WIRE,
    ...service('runtime', 'session', 'config', 'merchants', 'audit', 'keys'),
  ]),
  rule(
    'apps/service/src/lifecycle/',
    'sessions over time: advance, subscribe, sweep. Knows no concrete store, never sees enrollment data',
    [WIRE, ...service('runtime', 'session', 'config', 'audit', 'storage/port')],
  ),
  rule('apps/service/src/outbound/', 'connections to merchants: address guard, names, attempts', [
    WIRE,
    ...service('runtime', 'session', 'merchants'),
  ]),
  rule('apps/service/src/bio-api/', 'the signed calls: sign, call with a deadline, classify', [
    ...BODIES,
    ...service('runtime', 'session', 'config', 'merchants', 'observability', 'keys', 'outbound'),
  ]),
  rule('apps/service/src/webhooks/', 'delivers events from the outbox', [
    ...PLAIN,
    ...service('runtime', 'session', 'config', 'merchants', 'audit', 'observability', 'keys', 'outbound'),
    ...service('storage/port'),
  ]),
  rule(
    'apps/service/src/capture/',
    'after the app’s callback: open → store or look up → compare → outcome. The only folder that imports the engine, which keeps scores out of responses',
    [
      ...BODIES,
      FINGERPRINT,
      ...service('runtime', 'session', 'config', 'merchants', 'observability', 'lifecycle', 'bio-api', 'storage/port'),
    ],
  ),
  rule(
    'apps/service/src/http/',
    'a kit for the API and the console: listening, limits, certificates, pages. Knows neither sessions nor merchants',
    [WIRE, ...service('runtime', 'config', 'observability')],
  ),
  rule('apps/service/src/records/', 'counts and failed requests, which every process keeps for operators', [
    WIRE,
    ...service('runtime', 'session', 'observability', 'http', 'storage/port'),
  ]),
  rule(
    'apps/service/src/api/',
    'the contract as code: endpoints, steps, views. Knows neither a concrete store nor the engine',
    [
      ...BODIES,
      `${CONTRACT}catalogue/`,
      'packages/contract/',
      ...service('runtime', 'session', 'config', 'merchants', 'observability', 'keys', 'tokens', 'lifecycle'),
      ...service('capture', 'http', 'storage/port'),
    ],
  ),
  rule(
    'apps/service/src/api/endpoints/',
    'one file for each operation, which reads from top to bottom',
    [
      ...BODIES,
      ...service('runtime', 'session', 'merchants', 'observability', 'keys', 'tokens', 'lifecycle', 'capture', 'http'),
      ...service('storage/port', 'api'),
    ],
    { apart: true },
  ),
  rule('apps/service/src/sandbox/', 'what exists in environment `test` only. Loaded only by `import()`', [
    ...BODIES,
    'packages/contract/',
    FINGERPRINT,
    APP_CLIENT,
    ...service('runtime', 'session', 'merchants', 'audit', 'keys', 'tokens', 'lifecycle', 'capture', 'http'),
    ...service('observability', 'storage/port'),
  ]),
  rule('apps/service/src/cli/terminal/', 'tables, printable text, durations, the sandbox’s file', [
    WIRE,
    ...service('runtime', 'config'),
  ]),
  rule(
    'apps/service/src/operator/wire/',
    'what the console’s page and its server share',
    service('session'),
    inAnyRuntime(),
  ),
  rule('apps/service/src/operator/row/', 'what a row is: its operator, its parameters, its errors', [
    WIRE,
    ...service('runtime', 'config', 'audit', 'keys', 'http', 'storage/port', 'cli/terminal'),
  ]),
  rule('apps/service/src/operator/reads/', 'what CLI and console show', [
    ...PLAIN,
    ...service('runtime', 'session', 'config', 'merchants', 'audit', 'keys', 'lifecycle', 'bio-api', 'storage/port'),
    ...service('records', 'cli/terminal', 'operator/row'),
  ]),
  rule('apps/service/src/operator/checks/', 'what says that something is wrong: health, certificates, the probe', [
    ...service('runtime', 'session', 'config', 'merchants', 'keys', 'lifecycle', 'outbound', 'bio-api'),
    ...service('storage/port', 'cli/terminal', 'operator/row', 'operator/reads'),
  ]),
  rule('apps/service/src/operator/changes/', 'the steps of actions that change or send something', [
    ...PLAIN,
    ...service('runtime', 'session', 'config', 'merchants', 'audit', 'keys', 'lifecycle', 'outbound', 'webhooks'),
    ...service('storage/port', 'cli/terminal', 'operator/wire', 'operator/row', 'operator/reads'),
  ]),
  rule('apps/service/src/operator/actions/', 'the tables of operator actions, one row each', [
    ...PLAIN,
    ...service('runtime', 'session', 'config', 'merchants', 'keys', 'tokens', 'sandbox', 'storage/port'),
    ...service('cli/terminal', 'operator/row', 'operator/reads', 'operator/checks', 'operator/changes'),
  ]),
  rule('apps/service/src/operator/console/', 'the console: server, sign-in, one row for each call of its page', [
    ...PLAIN,
    ...service('runtime', 'session', 'config', 'merchants', 'observability', 'keys', 'http', 'records', 'storage/port'),
    ...service('operator/wire', 'operator/row', 'operator/reads', 'operator/checks', 'operator/changes'),
    ...service('operator/actions'),
  ]),
  rule('apps/service/src/operator/listen/', 'passes the calls of a sandbox on and judges them; keeps nothing of them', [
    ...BODIES,
    ...service('runtime', 'operator', 'bio-api', 'webhooks', 'http', 'outbound', 'sandbox', 'cli/terminal'),
  ]),
  rule('apps/service/src/start/', '`main.ts` and what it puts together', [
    ...BODIES,
    `${CONTRACT}catalogue/`,
    ...service('runtime', 'session', 'config', 'merchants', 'observability', 'keys', 'storage', 'lifecycle'),
    ...service('bio-api', 'webhooks', 'capture', 'http', 'records', 'api', 'sandbox', 'operator'),
  ]),
  rule('apps/service/src/cli/', 'the command line: runs operator actions and starts the service', [
    ...PLAIN,
    ...service('runtime', 'session', 'config', 'merchants', 'audit', 'observability', 'keys', 'storage', 'lifecycle'),
    ...service('capture', 'http', 'api', 'operator', 'start'),
  ]),
];

export const RULES: readonly Rule[] = [
  rule(WIRE, 'runs in pages and SDKs, without a schema', [], inAnyRuntime()),
  rule(`${CONTRACT}schemas/`, 'parts of bodies, none with enrollment data', [WIRE], inAnyRuntime('typebox')),
  rule(`${CONTRACT}operations/`, 'bodies without enrollment data', PLAIN, inAnyRuntime('typebox')),
  rule(CAPTURES, 'bodies with enrollment data', PLAIN, inAnyRuntime('typebox')),
  rule(`${CONTRACT}catalogue/`, 'what is derived from all operations', BODIES, inAnyRuntime('typebox')),
  rule(FINGERPRINT, 'imports nothing of ours', [], inAnyRuntime()),
  rule(PKCS11, 'imports nothing of ours', [], { packages: ['koffi'] }),
  rule(APP_CLIENT, 'runs in a page and in a terminal', [...BODIES, FINGERPRINT], inAnyRuntime('hpke')),
  rule(`${APP_CLIENT}time/`, 'runs in every page', [], inAnyRuntime()),
  rule('packages/merchant/src/', 'imports contract only', BODIES, {
    packages: ['@types', 'express', 'fastify', 'hono', 'pg'],
  }),
  rule('packages/browser/src/', 'imports contract only', [WIRE], inAnyRuntime()),
  rule('packages/reader/src/', 'captures for the app’s page', [WIRE, FINGERPRINT], {
    packages: ['@peculiar/x509', 'commander', 'koffi', 'reflect-metadata'],
  }),
  rule(UI, 'runs in pages', [WIRE], inAnyRuntime('preact')),
  ...SERVICE_FOLDERS,
  rule('apps/hosted/src/', 'never sees a capture', [...PLAIN, UI, `${APP_CLIENT}time/`], inAnyRuntime('preact', 'qr')),
  rule('apps/app/src/', 'captures', [...BODIES, FINGERPRINT, UI, APP_CLIENT], inAnyRuntime('preact', 'qr')),
  rule(
    'apps/console/src/',
    'knows the shapes of the console’s API',
    [...PLAIN, UI, ...service('operator/wire'), 'apps/service/src/operator/console/calls.ts'],
    inAnyRuntime('preact', 'uplot'),
  ),
  rule('apps/docs/src/', 'is built from Markdown and the contract', [CONTRACT, UI], {
    packages: ['highlight.js', 'marked', 'minisearch', 'rolldown'],
  }),
  rule('apps/docs/src/browser/', 'runs in a page', [WIRE, UI, 'apps/docs/src/search.ts'], inAnyRuntime()),
  rule('apps/shop/src/', 'uses the SDKs’ public API', ['packages/merchant/src/', 'packages/browser/src/']),
  rule(
    'apps/shop/page/',
    'uses the SDKs’ public API',
    ['packages/merchant/src/', 'packages/browser/src/', 'apps/shop/src/'],
    inAnyRuntime(),
  ),
  rule('examples/openid/', 'uses the SDKs’ public API', ['packages/merchant/src/', 'packages/browser/src/']),
  rule('apps/sandbox/src/', 'npm start: the service, the shop and their pages', [
    ...PLAIN,
    UI,
    'apps/shop/src/',
    'apps/docs/src/',
    'examples/openid/',
    ...service('runtime', 'config', 'merchants', 'observability', 'storage', 'lifecycle', 'webhooks', 'capture'),
    ...service('http', 'operator', 'start'),
  ]),
];

/** Every file below these folders has a rule. */
export const RULED = /^(?:packages|apps)\/[^/]+\/src\//;

/** `from` imports `folder` by `import()` only, or its types. */
export const LAZY = [
  { promise: 'production never loads sandbox/', from: 'apps/service/src/', folder: 'apps/service/src/sandbox/' },
  { promise: 'the PKCS#11 package is optional', from: 'apps/service/src/', folder: PKCS11 },
];

export const VAGUE_NAMES = /(?:^|\/)(?:utils?|helpers?|common|misc|lib)(?:\/|\.[a-z]+$)/;
