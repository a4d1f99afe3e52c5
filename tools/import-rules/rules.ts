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
  /^packages\/contract\/src\/(?:operations|operation-row|operation-path|errors|scopes|states|limits|session-times|iso-timestamp|field-rules|merchant-user-ref|metadata-keys|return-url|wire-text|canonical-json|biometric-types|fingers|failure-codes|page-addresses|local-readers|bio\/canonical-request|bio\/errors|hosted\/completion-signal|sealed-for)\.ts$/;
/** The wire without what carries features: the Bio bodies and the app's callback. */
const contractWithoutFeatures =
  /^packages\/contract\/src\/(?!bio\/|operations\/(?:index|app-callback)\.|openapi|secret-fields)/;
const pageKit = /^packages\/page-kit\/src\//;
const appKit = /^packages\/app-kit\/src\//;
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
const acts = service('acts/');
/** How the address of a database is read. */
const databaseAddress = service('database-address\\.ts$');
const clockAndEnvironment = service('(?:clock|environment)\\.ts$');
/** What a span is, without what sends it. */
const tracer = service('tracing/tracer\\.ts$');
const plain = service('(?:clock|environment|settings|version|log|metrics|config(?:/[\\w-]+)?|tracing/tracer)\\.ts$');
const configError = service('config/config-error\\.ts$');

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
    name: 'the page kit stands on contract and preact: it runs in the browser',
    room: pageKit,
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
    mayImport: [contractWithoutFeatures, session, clockAndEnvironment],
  },
  {
    name: 'audit/ stands on session/ and contract',
    room: audit,
    mayImport: [contractWithoutFeatures, session, clockAndEnvironment],
  },
  {
    name: 'the PKCS#11 package imports nothing of ours',
    room: pkcs11,
    mayImport: [],
    packages: ['koffi'],
  },
  {
    name: 'keys/open-signing-token alone loads the optional PKCS#11 package',
    room: service('keys/(?:open-signing-token|pkcs11-settings)\\.ts$'),
    mayImport: [keys, clockAndEnvironment, pkcs11],
  },
  {
    name: 'keys/ stands on audit/, session/ and contract',
    room: keys,
    mayImport: [contractWithoutFeatures, session, audit, clockAndEnvironment],
  },
  {
    name: 'tokens/ stands on keys/',
    room: tokens,
    mayImport: [contractWithoutFeatures, session, keys, clockAndEnvironment],
  },
  {
    name: 'storage/ never sees what carries features',
    room: storage,
    mayImport: [contractWithoutFeatures, session, merchants, keys, audit, clockAndEnvironment, databaseAddress],
  },
  {
    name: 'lifecycle/ never knows a concrete store, nor what carries features',
    room: lifecycle,
    mayImport: [contractWithoutFeatures, session, audit, store, clockAndEnvironment, tracer, configError],
  },
  {
    name: 'tracing/ sees what it is told, and only it knows OpenTelemetry',
    room: service('tracing/'),
    mayImport: [plain],
  },
  {
    name: 'logging never sees what carries features',
    room: service('(?:open-)?log(?:-destination)?\\.ts$'),
    mayImport: [],
  },
  {
    name: 'metrics, clock, environment, settings, version and the address of a database stand alone',
    room: service('(?:clock|environment|settings|version|metrics|database-address)\\.ts$'),
    mayImport: [service('session/session\\.ts$')],
  },
  {
    name: 'config knows settings, the form of the master key and what keys are for',
    room: service('config(?:\\.ts$|/)'),
    mayImport: [
      contractWithoutFeatures,
      plain,
      databaseAddress,
      service('(?:keys/(?:master-key|key-record|pkcs11-settings)|tracing/tracing-settings)\\.ts$'),
    ],
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
      /^packages\/page-kit\/src\/ridges\.ts$/,
    ],
  },
  {
    name: 'the hosted page stands on contract and the page kit: it runs in the browser',
    room: service('hosted-ui/'),
    mayImport: [contractWithoutFeatures, pageKit],
    noNode: true,
    packages: ['preact', 'uqr'],
  },
  {
    name: 'the console’s page stands on contract, the page kit and the shapes of what it is told: it runs in the browser',
    room: service('console/page/'),
    mayImport: [contractWithoutFeatures, pageKit, service('(?:console/wire|acts/(?:views|login-fragment))\\.ts$')],
    noNode: true,
    packages: ['preact'],
  },
  {
    name: 'console/ shows what acts/ finds and does what acts/ does',
    room: service('console/'),
    mayImport: [
      contractWithoutFeatures,
      session,
      keys,
      audit,
      acts,
      store,
      plain,
      service('http/(?:api-error|listen|pages/built-pages|pages/page|steps/shape)\\.ts$'),
      // Its port has the limits of every other.
      service('http/limits/(?:connections|timeouts|unread-body)\\.ts$'),
    ],
  },
  { name: 'tls/ stands alone', room: service('tls/'), mayImport: [] },
  {
    name: 'acts/ is what operators do, at a terminal or in the console: it knows the store by its port',
    room: acts,
    mayImport: [
      contractWithoutFeatures,
      session,
      merchants,
      keys,
      audit,
      lifecycle,
      store,
      plain,
      // It probes a merchant as the service calls it.
      service('bio-api/'),
    ],
  },
  {
    name: 'workers/ keeps processes going and answers operators for them',
    room: service('workers/'),
    mayImport: [contractWithoutFeatures, plain, service('(?:log-destination|http/listen|http/ops-server)\\.ts$')],
  },
  {
    name: 'operator/ works on storage and merchants; serve starts main',
    room: service('operator/'),
    mayImport: [
      contractWithoutFeatures,
      session,
      merchants,
      keys,
      audit,
      lifecycle,
      storage,
      acts,
      plain,
      // It opens a sandbox's session as its page does, and delivers webhooks as the service does.
      service('(?:tokens/hosted-token|bio-api/.+|webhooks/.+)\\.ts$'),
      // `serve` lets the engine's threads load it while it loads the rest.
      service('(?:main|capture/engine-threads|http/listen|workers/serve-with-workers|workers/worker)\\.ts$'),
    ],
  },
  {
    name: 'main knows all rooms but the operator',
    room: service('main\\.ts$'),
    mayImport: [contract, service('(?!operator/)')],
  },
  {
    name: 'what every app does runs in a page and in a terminal',
    room: appKit,
    mayImport: [contract, fingerprint, /^packages\/page-kit\/src\/(?:backoff|service-clock)\.ts$/],
    noNode: true,
    packages: [],
  },
  {
    name: 'the reader speaks to the service as any app does',
    room: /^packages\/reader\/src\//,
    mayImport: [contract, fingerprint, appKit, /^packages\/page-kit\/src\/backoff\.ts$/],
    packages: ['@peculiar/x509', 'commander', 'koffi', 'reflect-metadata', 'undici'],
  },
  {
    name: 'the app page stands on contract, fingerprint, the app kit and the page kit',
    room: /^apps\/companion\/src\//,
    mayImport: [contract, fingerprint, appKit, pageKit],
    noNode: true,
    packages: ['jsqr', 'preact', '@digitalpersona/devices', '@digitalpersona/websdk'],
  },
  {
    name: 'the docs site is built from Markdown and the contract alone',
    room: /^apps\/docs\/src\//,
    mayImport: [contract, /^packages\/page-kit\/src\/ridges\.ts$/],
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
