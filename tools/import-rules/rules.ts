export interface Rule {
  readonly name: string;
  readonly folder: RegExp;
  readonly mayImport: readonly RegExp[];
  readonly mayImportItself?: false;
  readonly noNode?: true;
  readonly packages?: readonly string[];
}

type RuleOptions = Omit<Rule, 'name' | 'folder' | 'mayImport'>;

function rule(name: string, folder: RegExp, mayImport: readonly RegExp[], options?: RuleOptions): Rule {
  return { name, folder, mayImport, ...options };
}

const inAnyRuntime = (...packages: string[]): RuleOptions => ({ noNode: true, packages });

const contract = /^packages\/contract\/src\//;
const plainContract =
  /^packages\/contract\/src\/(?:generated\/operations|generated\/errors|operation-row|operation-path|languages|scopes|states|limits|session-times|iso-timestamp|field-rules|metadata-keys|wire-text|canonical-json|biometric-types|fingers|failure-codes|page-addresses|reader-agent|bio\/canonical-request|bio\/errors|hosted\/completion-signal|sealing)\.ts$/;
const contractWithoutFeatures =
  /^packages\/contract\/src\/(?!bio\/|operations\/(?:index|app-callback)\.|openapi|secret-fields)/;
const ui = /^packages\/ui\/src\//;
/** The calls and the sealing of every biometric app. */
const appClient = /^packages\/app-client\/src\//;
const retries = /^packages\/app-client\/src\/(?:backoff|service-clock)\.ts$/;
const pkcs11 = /^packages\/pkcs11\/src\//;
const fingerprint = /^packages\/fingerprint\/src\//;
const service = (path: string): RegExp => new RegExp(`^apps/service/src/${path}`);
const session = service('session/');
const merchants = service('merchants/');
const audit = service('audit/');
const keys = service('keys/');
const tokens = service('tokens/');
const storage = service('storage/');
const store = service('storage/store\\.ts$');
const lifecycle = service('lifecycle/');
const actions = service('operator/actions/');
const sandbox = service('sandbox/');
const config = service('(?:config/|root\\.ts$)');
const plain = service('(?:config/|root\\.ts$|observability/(?:log|metrics|observability|request-id|tracer)\\.ts$)');

const request = [contract, session, merchants, keys, tokens, lifecycle, store, plain];
const core = [contractWithoutFeatures, session, config];
const operations = [contractWithoutFeatures, session, merchants, keys, audit, plain];

/** The first match applies. Tests may import anything. */
export const RULES: readonly Rule[] = [
  rule('what pages and SDKs run of the contract brings no schema along', plainContract, [], inAnyRuntime()),
  rule('contract imports nothing of ours and no node:*', contract, [], inAnyRuntime('typebox')),
  rule('fingerprint imports nothing of ours and no node:*', fingerprint, [], inAnyRuntime()),
  rule('the merchant SDK imports contract only, and no package', /^packages\/merchant\/src\//, [contract], {
    packages: ['@types', 'express', 'fastify', 'hono', 'pg'],
  }),
  rule(
    'the browser SDK imports contract only, and no package',
    /^packages\/browser\/src\//,
    [contract],
    inAnyRuntime(),
  ),
  rule(
    'ui stands on contract and preact: it runs in the browser',
    ui,
    [contractWithoutFeatures],
    inAnyRuntime('preact'),
  ),
  rule('session/ is pure: only contract', session, [contractWithoutFeatures], inAnyRuntime()),
  rule('merchants/ stands on session/ and contract', merchants, core),
  rule('audit/ stands on session/ and contract', audit, core),
  rule('the PKCS#11 package imports nothing of ours', pkcs11, [], { packages: ['koffi'] }),
  rule(
    'keys/open-signing-token alone loads the optional PKCS#11 package',
    service('(?:keys/open-signing-token|config/key-settings)\\.ts$'),
    [keys, config, pkcs11],
  ),
  rule('keys/ stands on audit/, session/ and contract', keys, [...core, audit]),
  rule('tokens/ stands on keys/', tokens, [...core, keys]),
  rule('storage/ never sees what carries features', storage, [...core, merchants, keys, audit]),
  rule('lifecycle/ never knows a concrete store, nor what carries features', lifecycle, [...core, audit, store]),
  rule('observability/ never sees what carries features; only it knows OpenTelemetry', service('observability/'), [
    config,
  ]),
  rule('config/ stands on contract', config, [contractWithoutFeatures, /^apps\/service\/package\.json$/]),
  rule('bio-api/ stands on merchants/, keys/ and contract', service('bio-api/'), [
    contract,
    session,
    merchants,
    keys,
    plain,
  ]),
  rule('webhooks/ calls merchants as bio-api/ does, and knows the store by its port', service('webhooks/'), [
    ...operations,
    store,
    service('bio-api/(?:attempt|connections|system-reason)\\.ts$'),
  ]),
  rule('only capture/ imports fingerprint', service('capture/'), [
    contract,
    fingerprint,
    session,
    merchants,
    lifecycle,
    store,
    service('bio-api/'),
    plain,
  ]),
  rule(
    'endpoints never import each other nor a concrete store',
    service('api/endpoints/(?!create-)'),
    [...request, service('capture/'), service('(?:api/(?!endpoints/)|http/)')],
    { mayImportItself: false },
  ),
  rule(
    'the two creates share one file',
    service('api/endpoints/create-'),
    [...request, service('(?:api/(?!endpoints/)|http/)'), service('api/endpoints/create-session\\.ts$')],
    { mayImportItself: false },
  ),
  rule('api/ never knows a concrete store nor the engine', service('api/'), [...request, service('(?:capture|http)/')]),
  rule('http/ is a kit for the API and the console: it knows neither sessions nor merchants', service('http/'), [
    contract,
    plain,
    service('lifecycle/drain-time\\.ts$'),
  ]),
  rule('sandbox/ is what exists in environment test alone', sandbox, [
    ...request,
    audit,
    service('(?:capture|http)/'),
    fingerprint,
    // The simulated app seals as every app does.
    /^packages\/app-client\/src\/(?:device|seal)\.ts$/,
  ]),
  rule(
    'the hosted page stands on contract and ui: it runs in the browser',
    /^apps\/hosted\/src\//,
    [contractWithoutFeatures, ui, retries],
    inAnyRuntime('preact', 'qr'),
  ),
  rule(
    'the console’s page stands on contract, ui and the shapes of the console’s API: it runs in the browser',
    /^apps\/console\/src\//,
    [contractWithoutFeatures, ui, service('operator/(?:console/(?:calls|wire)|actions/login-fragment)\\.ts$')],
    inAnyRuntime('preact', 'uplot'),
  ),
  rule('operator/console/ answers with operator actions', service('operator/console/'), [
    contractWithoutFeatures,
    session,
    keys,
    lifecycle,
    actions,
    store,
    plain,
    service('http/'),
  ]),
  rule(
    'operator/actions/ holds what operators do, at a terminal or in the console: it knows the store by its port',
    actions,
    [
      ...operations,
      lifecycle,
      store,
      // Operator actions call merchants and the sandbox.
      service('(?:bio-api/|webhooks/|tokens/hosted-token)'),
      service('sandbox/(?:bio-api-switch|virtual-clock)\\.ts$'),
    ],
  ),
  rule('operator/cli/ runs operator actions; serve starts main', service('operator/cli/'), [
    contractWithoutFeatures,
    session,
    merchants,
    keys,
    lifecycle,
    storage,
    actions,
    plain,
    // `serve` starts the engine's threads early.
    service(
      '(?:main|capture/engine-threads|http/listen|http/ops-server|observability/(?:log-destination|worker-metrics))\\.ts$',
    ),
  ]),
  rule('main knows every folder but the CLI', service('main\\.ts$'), [contract, service('(?!operator/cli/)')]),
  rule('what every app does runs in any runtime', appClient, [contract, fingerprint], inAnyRuntime('hpke')),
  rule('the reader gives images to the app and calls no service', /^packages\/reader\/src\//, [contract, fingerprint], {
    packages: ['@peculiar/x509', 'commander', 'koffi', 'reflect-metadata'],
  }),
  rule(
    'the app stands on contract, fingerprint, app-client and ui',
    /^apps\/app\/src\//,
    [contract, fingerprint, ui, appClient],
    inAnyRuntime('preact', 'qr'),
  ),
  rule(
    'the docs site is built from Markdown and the contract alone',
    /^apps\/docs\/src\//,
    [contract, /^packages\/ui\/src\/ridges\.ts$/],
    { packages: ['highlight.js', 'marked', 'minisearch', 'rolldown'] },
  ),
  rule('npm start runs the service, the shop and their pages, and acts as an operator', /^apps\/sandbox\/src\//, [
    contract,
    ui,
    config,
    merchants,
    actions,
    service('(?:main|capture/engine-threads|http/listen|http/redirect-server|lifecycle/clock-offset)\\.ts$'),
    service('(?:observability/log-destination|storage/(?:store|folder-lock)|webhooks/secret)\\.ts$'),
    /^apps\/shop\/src\/shop\.ts$/,
    /^tools\/(?:build-pages\/build|development-certificates\/development-certificates)\.ts$/,
  ]),
  rule('the shop uses the SDKs’ public API', /^apps\/shop\/(?:src|page)\//, [/^packages\/(?:merchant|browser)\/src\//]),
];

/** Files of `from` import `folder` by `import()` only, or its types. */
export const LAZY = { name: 'production never loads sandbox/', from: service(''), folder: sandbox };

export const VAGUE_NAMES = /(?:^|\/)(?:utils?|helpers?|common|misc|lib)(?:\/|\.[a-z]+$)/;
