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

/** `imports` names folders of the service, all above it in the list. */
const room = (name: string, promise: string, imports: string, others: readonly string[], options?: RuleOptions): Rule =>
  rule(`apps/service/src/${name}/`, promise, [...others, ...service(...imports.split(' ').filter(Boolean))], options);

/** A folder of the service imports only folders above it in this list. */
export const SERVICE_FOLDERS: readonly Rule[] = [
  room('runtime', 'clock, shares, buffers, deadlines: what every folder uses', '', ['apps/service/package.json'], {
    packages: [],
  }),
  room(
    'session',
    'the session, its transitions, what a merchant may see. Pure: time is an argument',
    '',
    PLAIN,
    inAnyRuntime(),
  ),
  room('config', 'environment → one frozen object, or an error that names the setting', 'runtime', [WIRE, PKCS11]),
  room('merchants', 'merchants, clients, secrets, logos', 'runtime session', PLAIN),
  room('audit', 'the audit log: chain, check, signed head. Never sees enrollment data', 'runtime session', [WIRE]),
  room('observability', 'log, metrics, tracing. Never sees enrollment data', 'runtime config', [WIRE]),
  room(
    'keys',
    'signing keys and their rotation; the only folder that opens the PKCS#11 token',
    'runtime session config audit',
    [...PLAIN, PKCS11],
  ),
  room('tokens', 'access, hosted, link and app tokens', 'runtime session keys', PLAIN),
  room(
    'storage',
    'SQLite and Postgres behind one interface, `port/`. Never sees enrollment data',
    'runtime session config merchants audit keys',
    [WIRE],
  ),
  room(
    'lifecycle',
    'sessions over time: advance, subscribe, sweep. Knows no concrete store, never sees enrollment data',
    'runtime session config audit storage/port',
    [WIRE],
  ),
  room('outbound', 'connections to merchants: address guard, names, attempts', 'runtime session merchants', [WIRE]),
  room(
    'bio-api',
    'the signed calls: sign, call with a deadline, classify',
    'runtime session config merchants observability keys outbound',
    BODIES,
  ),
  room(
    'webhooks',
    'delivers events from the outbox',
    'runtime session config merchants audit observability keys outbound storage/port',
    PLAIN,
  ),
  room(
    'capture',
    'after the app’s callback: open → store or look up → compare → outcome. The only folder that imports the engine, which keeps scores out of responses',
    'runtime session config merchants observability lifecycle bio-api storage/port',
    [...BODIES, FINGERPRINT],
  ),
  room(
    'http',
    'a kit for the API and the console: listening, limits, certificates, pages. Knows neither sessions nor merchants',
    'runtime config observability',
    [WIRE],
  ),
  room(
    'records',
    'counts and failed requests, which every process keeps for operators',
    'runtime session observability http storage/port',
    [WIRE],
  ),
  room(
    'api',
    'the contract as code: endpoints, steps, views. Knows neither a concrete store nor the engine',
    'runtime session config merchants observability keys tokens lifecycle capture http storage/port',
    [...BODIES, `${CONTRACT}catalogue/`, 'packages/contract/'],
  ),
  room(
    'api/endpoints',
    'one file for each operation, which reads from top to bottom',
    'runtime session merchants observability keys tokens lifecycle capture http storage/port api',
    BODIES,
    { apart: true },
  ),
  room(
    'sandbox',
    'what exists in environment `test` only. Loaded only by `import()`',
    'runtime session merchants audit keys tokens lifecycle capture http observability storage/port',
    [...BODIES, 'packages/contract/', FINGERPRINT, APP_CLIENT],
  ),
  room('cli/terminal', 'tables, printable text, durations, the sandbox’s file', 'runtime config', [WIRE]),
  room('operator/wire', 'what the console’s page and its server share', 'session', [], inAnyRuntime()),
  room(
    'operator/row',
    'what a row is: its operator, its parameters, its errors',
    'runtime config audit keys http storage/port cli/terminal',
    [WIRE],
  ),
  room(
    'operator/reads',
    'what CLI and console show',
    'runtime session config merchants audit keys lifecycle bio-api storage/port records cli/terminal operator/row',
    PLAIN,
  ),
  room(
    'operator/checks',
    'what says that something is wrong: health, certificates, the probe',
    'runtime session config merchants keys lifecycle outbound bio-api storage/port cli/terminal operator/row operator/reads',
    [],
  ),
  room(
    'operator/changes',
    'the steps of actions that change or send something',
    'runtime session config merchants audit keys lifecycle outbound webhooks storage/port cli/terminal operator/wire operator/row operator/reads',
    PLAIN,
  ),
  room(
    'operator/actions',
    'the tables of operator actions, one row each',
    'runtime session config merchants keys tokens sandbox storage/port cli/terminal operator/row operator/reads operator/checks operator/changes',
    PLAIN,
  ),
  room(
    'operator/console',
    'the console: server, sign-in, one row for each call of its page',
    'runtime session config merchants observability keys http records storage/port operator/wire operator/row operator/reads operator/checks operator/changes operator/actions',
    PLAIN,
  ),
  room(
    'operator/listen',
    'passes the calls of a sandbox on and judges them; keeps nothing of them',
    'runtime operator bio-api webhooks http outbound sandbox cli/terminal',
    BODIES,
  ),
  room(
    'start',
    '`main.ts` and what it puts together',
    'runtime session config merchants observability keys storage lifecycle bio-api webhooks capture http records api sandbox operator',
    [...BODIES, `${CONTRACT}catalogue/`],
  ),
  room(
    'cli',
    'the command line: runs operator actions and starts the service',
    'runtime session config merchants audit observability keys storage lifecycle capture http api operator start',
    PLAIN,
  ),
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
