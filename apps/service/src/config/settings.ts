/** Every setting with its default and its meaning: the source of the configuration reference in the docs. */
export const SETTINGS = {
  AUTHLY_ENV: { default: undefined, means: '`test` or `production`. No default: a process must say what it serves.' },
  AUTHLY_DATA_DIR: {
    default: '.authly',
    means: 'Folder of the embedded store, and in the sandbox of keys and certificates.',
  },
  AUTHLY_DATABASE_URL: {
    default: undefined,
    means: '`postgres://…`: many processes share that server. Absent: SQLite in the data folder, one process.',
  },
  AUTHLY_DATABASE_URL_FILE: {
    default: undefined,
    means: 'The same in a file, for an address with a password in it.',
  },
  AUTHLY_BASE_URL: {
    default: undefined,
    means:
      'The address that merchants and persons use. Default `https://localhost:<AUTHLY_PORT>`; required in production.',
  },
  AUTHLY_HOST: { default: '0.0.0.0', means: 'Address that the HTTPS and the redirect port listen on.' },
  AUTHLY_PORT: {
    default: '8443',
    means: 'HTTPS: API, hosted page, app page. Behind a trusted proxy without certificate files: plain HTTP.',
  },
  AUTHLY_HTTP_PORT: { default: '8080', means: 'Plain HTTP that only redirects to AUTHLY_BASE_URL.' },
  AUTHLY_OPS_PORT: { default: '9464', means: 'Plain HTTP for operators: `/healthz`, `/readyz`, `/metrics`.' },
  AUTHLY_OPS_HOST: {
    default: '127.0.0.1',
    means:
      'Address that the operators’ port listens on. It asks nobody who they are: beyond loopback only where a network of your own keeps others away, as between containers.',
  },
  AUTHLY_CONSOLE_PORT: {
    default: undefined,
    means: 'HTTPS, with the same certificate: the operators’ console. Absent: no console; in the sandbox 9444.',
  },
  AUTHLY_CONSOLE_HOST: {
    default: '127.0.0.1',
    means: 'Address that the console listens on: this machine alone, unless told otherwise.',
  },
  AUTHLY_CONSOLE_URL: {
    default: undefined,
    means:
      'What stands in the address bar of who looks at the console; it answers to no other name. Default `https://localhost:<AUTHLY_CONSOLE_PORT>`.',
  },
  AUTHLY_CONSOLE_OIDC_ISSUER: {
    default: undefined,
    means:
      'An OpenID provider that operators sign in to the console with. HTTPS, or loopback. Absent: links alone sign in.',
  },
  AUTHLY_CONSOLE_OIDC_CLIENT_ID: {
    default: undefined,
    means: 'The console’s client there; its redirect URI is `{AUTHLY_CONSOLE_URL}/oidc/callback`.',
  },
  AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE: { default: undefined, means: 'A file with that client’s secret.' },
  AUTHLY_CONSOLE_OIDC_SCOPE: { default: 'openid profile email', means: 'What is asked of the provider.' },
  AUTHLY_CONSOLE_OIDC_CLAIM: {
    default: 'groups',
    means: 'The claim of the ID token whose value, or one of whose values, says what somebody may do.',
  },
  AUTHLY_CONSOLE_OIDC_ADMINS: { default: undefined, means: 'Comma-separated values of that claim: look and act.' },
  AUTHLY_CONSOLE_OIDC_READERS: { default: undefined, means: 'Comma-separated values of that claim: look.' },
  AUTHLY_SHOP_PORT: { default: '9443', means: 'The sandbox’s demo shop with its Bio API.' },
  AUTHLY_APP_URL: { default: undefined, means: 'Base of the link in the QR code. Default `{AUTHLY_BASE_URL}/app/`.' },
  AUTHLY_MASTER_KEY: { default: undefined, means: 'Base64 of 32 bytes: the key that signing keys are sealed under.' },
  AUTHLY_MASTER_KEY_FILE: {
    default: undefined,
    means: 'The same in a file. In `test`, `master.key` in the data folder is taken where neither is set.',
  },
  AUTHLY_SIGNING_PKCS11_MODULE: {
    default: undefined,
    means:
      'File of a PKCS#11 module: new signing keys are made in its token and never leave it. Absent: sealed in the store.',
  },
  AUTHLY_SIGNING_PKCS11_TOKEN: { default: undefined, means: 'Label of the token.' },
  AUTHLY_SIGNING_PKCS11_SLOT: { default: undefined, means: 'Its slot, a number, where it has no label of its own.' },
  AUTHLY_SIGNING_PKCS11_PIN_FILE: {
    default: undefined,
    means: 'File with the user PIN of the token. Read at each login, so a new PIN needs no restart.',
  },
  AUTHLY_SIGNING_PKCS11_PURPOSES: {
    default: 'bio-signing,access-token,audit-head',
    means:
      'Which keys are made in the token, comma-separated. Of the others, and those made before, the store keeps its own.',
  },
  AUTHLY_TLS_CERT_FILE: { default: undefined, means: 'PEM certificate chain. Read again on SIGHUP.' },
  AUTHLY_TLS_KEY_FILE: { default: undefined, means: 'PEM private key.' },
  AUTHLY_TRUSTED_PROXIES: {
    default: undefined,
    means: 'Comma-separated addresses or CIDR ranges whose `X-Forwarded-*` headers count.',
  },
  AUTHLY_PROVIDER_URL: {
    default: undefined,
    means: 'A certified matcher over HTTP instead of the built-in engine. HTTPS, or loopback.',
  },
  AUTHLY_MAX_CONNECTIONS: {
    default: '10000',
    means:
      'Connections that a process holds at a time, at most half of the files that the system lets it open. A quarter of them for one address or one client, three quarters for event streams and long polls: 14000 for 10,000 open pages.',
  },
  AUTHLY_SHUTDOWN_DELAY_S: {
    default: '5',
    means:
      'After SIGTERM `/readyz` is 503 for this many seconds, 0 to 60, before the port closes: time for balancers to look away.',
  },
  AUTHLY_LOG_LEVEL: { default: 'info', means: '`debug`, `info`, `warn`, `error` or `silent`.' },
  AUTHLY_SESSION_RETENTION_DAYS: { default: '30', means: 'Sessions are erased after this many days, 1 to 90.' },
  AUTHLY_TRACE_FROM_PROXIES: {
    default: 'off',
    means:
      '`on`: the `traceparent` that comes from AUTHLY_TRUSTED_PROXIES is continued, sampled or not as it says. Only for a proxy that makes its own and lets no caller’s pass.',
  },
  AUTHLY_TRACE_TO_MERCHANTS: {
    default: 'off',
    means: '`on`: calls to merchants’ Bio APIs carry a `traceparent`.',
  },
  OTEL_TRACES_EXPORTER: {
    default: undefined,
    means: '`otlp` or `none`. Absent: traces are sent where an endpoint is set.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: undefined,
    means: 'Where a collector listens, such as `http://localhost:4318`; traces go to `/v1/traces` there.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { default: undefined, means: 'The whole address for traces.' },
  OTEL_EXPORTER_OTLP_PROTOCOL: { default: 'http/protobuf', means: '`http/protobuf` or `http/json`.' },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { default: undefined, means: 'The same, for traces alone.' },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: undefined,
    means: 'Sent along, such as a token of the collector: `name=value,name=value`.',
  },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: { default: undefined, means: 'The same, for traces alone.' },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    means:
      '`always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`. Timeout, compression and certificates of the exporter are as OpenTelemetry documents them.',
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', means: 'The share of traces that `traceidratio` keeps, 0 to 1.' },
  OTEL_SERVICE_NAME: { default: 'authly', means: 'What the service is called in traces.' },
  OTEL_RESOURCE_ATTRIBUTES: {
    default: undefined,
    means: 'What else is said of this process: `name=value,name=value`.',
  },
  OTEL_SDK_DISABLED: { default: 'false', means: '`true`: no traces, whatever the others say.' },
} as const satisfies Record<string, { default: string | undefined; means: string }>;

export type SettingName = keyof typeof SETTINGS;
