/** The arrows of the house. A file that belongs to `room` may import of our own code only what `mayImport` lists. */
export interface Rule {
  readonly room: RegExp;
  readonly name: string;
  /** Our own files, by path from the root. */
  readonly mayImport: readonly RegExp[];
  /** A room may import itself unless this says no. */
  readonly mayImportItself?: false;
  /** Node's own modules are allowed unless this says no. */
  readonly noNode?: true;
  /** npm packages; absent: any. */
  readonly packages?: readonly string[];
}

const contract = /^packages\/contract\/src\//;
/** The tables and rules of the wire: plain data and functions. */
const plainContract =
  /^packages\/contract\/src\/(?:operations|operation-path|errors|scopes|states|limits|session-times|iso-timestamp|field-rules|merchant-user-ref|metadata-keys|return-url|wire-text|canonical-json|biometric-types|fingers|failure-codes|page-addresses|local-readers|bio\/canonical-request|bio\/errors|hosted\/calls|hosted\/completion-signal|app\/sealed-for)\.ts$/;
/** The wire without what carries features: the Bio bodies and the app's bodies. */
const contractWithoutFeatures = /^packages\/contract\/src\/(?!bio\/|app\/|operation-schemas|openapi|secret-fields)/;
/** Components, words and style of pages. */
const ui = /^packages\/ui\/src\/(?!app\/)/;
/** What every biometric app does, in a page or in a terminal. */
const appCalls = /^packages\/ui\/src\/app\//;
const pkcs11 = /^packages\/pkcs11\/src\//;
const fingerprint = /^packages\/fingerprint\/src\//;
const service = (room: string): RegExp => new RegExp(`^apps/service/src/${room}`);
const session = service('session/');
const merchants = service('merchants/');
const audit = service('audit/');
const keys = service('keys/');
const tokens = service('tokens/');
const storage = service('storage/');
/** What a database must do, without either database. */
const store = service('storage/store\\.ts$');
const lifecycle = service('lifecycle/');
const actions = service('actions/');
const config = service('config/');
/** What a span is, without what sends it. */
const tracer = service('observability/tracer\\.ts$');
/** Settings, the log, metrics and spans. */
const plain = service('(?:config/|observability/(?:log|metrics|tracer)\\.ts$)');

/** First match rules. Tests may import anything: they look at rooms from outside. */
export const RULES: readonly Rule[] = [
  {
    name: 'what pages and SDKs run of the contract brings no schema along',
    room: plainContract,
    mayImport: [],
    noNode: true,
    packages: [],
  },
  {
    name: 'contract imports nothing of ours and no node:*',
    room: contract,
    mayImport: [],
    noNode: true,
    packages: ['typebox'],
  },
  {
    name: 'fingerprint imports nothing of ours and no node:*',
    room: fingerprint,
    mayImport: [],
    noNode: true,
    packages: [],
  },
  {
    name: 'the merchant SDK imports contract only, and no package',
    room: /^packages\/merchant\/src\//,
    mayImport: [contract],
    packages: ['@types', 'express', 'fastify', 'hono', 'pg'],
  },
  {
    name: 'the browser SDK imports contract only, and no package',
    room: /^packages\/browser\/src\//,
    mayImport: [contract],
    noNode: true,
    packages: [],
  },
  {
    name: 'ui stands on contract and preact: it runs in the browser',
    room: ui,
    mayImport: [contractWithoutFeatures],
    noNode: true,
    packages: ['preact'],
  },
  {
    name: 'session/ is pure: only contract',
    room: session,
    mayImport: [contractWithoutFeatures],
    noNode: true,
    packages: [],
  },
  {
    name: 'merchants/ stands on session/ and contract',
    room: merchants,
    mayImport: [contractWithoutFeatures, session, config],
  },
  {
    name: 'audit/ stands on session/ and contract',
    room: audit,
    mayImport: [contractWithoutFeatures, session, config],
  },
  {
    name: 'the PKCS#11 package imports nothing of ours',
    room: pkcs11,
    mayImport: [],
    packages: ['koffi'],
  },
  {
    name: 'keys/open-signing-token alone loads the optional PKCS#11 package',
    room: service('(?:keys/open-signing-token|config/key-settings)\\.ts$'),
    mayImport: [keys, config, pkcs11],
  },
  {
    name: 'keys/ stands on audit/, session/ and contract',
    room: keys,
    mayImport: [contractWithoutFeatures, session, audit, config],
  },
  {
    name: 'tokens/ stands on keys/',
    room: tokens,
    mayImport: [contractWithoutFeatures, session, keys, config],
  },
  {
    name: 'storage/ never sees what carries features',
    room: storage,
    mayImport: [contractWithoutFeatures, session, merchants, keys, audit, config],
  },
  {
    name: 'lifecycle/ never knows a concrete store, nor what carries features',
    room: lifecycle,
    mayImport: [contractWithoutFeatures, session, audit, store, config, tracer],
  },
  {
    name: 'observability/ never sees what carries features; only it knows OpenTelemetry',
    room: service('observability/'),
    mayImport: [config],
  },
  {
    name: 'config/ stands on session/ alone',
    room: config,
    mayImport: [contractWithoutFeatures, service('session/session\\.ts$')],
  },
  {
    name: 'bio-api/ stands on merchants/, keys/ and contract',
    room: service('bio-api/'),
    mayImport: [contract, session, merchants, keys, plain],
  },
  {
    name: 'webhooks/ calls merchants as bio-api/ does, and knows the store by its port',
    room: service('webhooks/'),
    mayImport: [
      contractWithoutFeatures,
      session,
      merchants,
      keys,
      audit,
      store,
      service('bio-api/(?:attempt|connections|system-reason)\\.ts$'),
      plain,
    ],
  },
  {
    name: 'only capture/ imports fingerprint',
    room: service('capture/'),
    mayImport: [contract, fingerprint, session, merchants, lifecycle, store, service('bio-api/'), plain],
  },
  {
    name: 'endpoints never import each other nor a concrete store',
    room: service('http/endpoints/(?!create-)'),
    mayImportItself: false,
    mayImport: [
      contract,
      session,
      merchants,
      keys,
      tokens,
      lifecycle,
      store,
      service('capture/'),
      service('http/(?!endpoints/)'),
      plain,
    ],
  },
  {
    name: 'the two creates share one file',
    room: service('http/endpoints/create-'),
    mayImportItself: false,
    mayImport: [
      contract,
      session,
      merchants,
      keys,
      tokens,
      lifecycle,
      store,
      service('http/(?!endpoints/)'),
      service('http/endpoints/create-session\\.ts$'),
      plain,
    ],
  },
  {
    name: 'http/ never knows a concrete store nor the engine',
    room: service('http/'),
    mayImport: [
      contract,
      session,
      merchants,
      keys,
      tokens,
      lifecycle,
      store,
      service('capture/'),
      plain,
      // The mark on the start page.
      /^packages\/ui\/src\/ridges\.ts$/,
    ],
  },
  {
    name: 'the hosted page stands on contract and ui: it runs in the browser',
    room: /^apps\/hosted\/src\//,
    mayImport: [contractWithoutFeatures, ui],
    noNode: true,
    packages: ['preact', 'uqr'],
  },
  {
    name: 'the console’s page stands on contract, ui and the shapes of the console’s API: it runs in the browser',
    room: /^apps\/console\/src\//,
    mayImport: [contractWithoutFeatures, ui, service('(?:console/wire|actions/views)\\.ts$')],
    noNode: true,
    packages: ['preact'],
  },
  {
    name: 'console/ answers with operator actions',
    room: service('console/'),
    mayImport: [
      contractWithoutFeatures,
      keys,
      actions,
      store,
      plain,
      service('http/(?:api-error|listen|pages/built-pages|pages/page|steps/shape)\\.ts$'),
      // Its port has the limits of every other.
      service('http/limits/(?:connections|timeouts|unread-body)\\.ts$'),
    ],
  },
  {
    name: 'actions/ holds what operators do, at a terminal or in the console: it knows the store by its port',
    room: actions,
    mayImport: [
      contractWithoutFeatures,
      session,
      merchants,
      keys,
      audit,
      lifecycle,
      store,
      plain,
      // It calls merchants and the sandbox as the service and its page do.
      service('(?:bio-api/|webhooks/|tokens/hosted-token)'),
    ],
  },
  {
    name: 'cli/ runs operator actions; serve starts main',
    room: service('cli/'),
    mayImport: [
      contractWithoutFeatures,
      merchants,
      keys,
      lifecycle,
      storage,
      actions,
      plain,
      // `serve` lets the engine's threads load it while it loads the rest.
      service('(?:main|capture/engine-threads|http/listen|http/ops-server|observability/log-destination)\\.ts$'),
    ],
  },
  {
    name: 'main knows every folder but cli/',
    room: service('main\\.ts$'),
    mayImport: [contract, service('(?!cli/)')],
  },
  {
    name: 'what every app does runs in a page and in a terminal',
    room: appCalls,
    mayImport: [contract, fingerprint, /^packages\/ui\/src\/(?:backoff|service-clock)\.ts$/],
    noNode: true,
    packages: [],
  },
  {
    name: 'the reader speaks to the service as any app does',
    room: /^packages\/reader\/src\//,
    mayImport: [contract, fingerprint, appCalls, /^packages\/ui\/src\/backoff\.ts$/],
    packages: ['@peculiar/x509', 'commander', 'koffi', 'reflect-metadata', 'undici'],
  },
  {
    name: 'the app stands on contract, fingerprint and ui',
    room: /^apps\/app\/src\//,
    mayImport: [contract, fingerprint, ui, appCalls],
    noNode: true,
    packages: ['jsqr', 'preact', '@digitalpersona/devices', '@digitalpersona/websdk'],
  },
  {
    name: 'the docs site is built from Markdown and the contract alone',
    room: /^apps\/docs\/src\//,
    mayImport: [contract, /^packages\/ui\/src\/ridges\.ts$/],
    packages: ['highlight.js', 'marked', 'minisearch', 'rolldown'],
  },
  {
    name: 'the shop uses the SDKs’ public faces',
    room: /^apps\/shop\/(?:src|page)\//,
    mayImport: [/^packages\/(?:merchant|browser)\/src\//],
  },
];

/** Names that say nothing about what is inside. */
export const DRAWERS = /(?:^|\/)(?:utils?|helpers?|common|misc|lib)(?:\/|\.[a-z]+$)/;
