export interface Setting {
  readonly default?: string;
  readonly means: string;
}

/** The docs show these descriptions. */
export const SETTINGS = {
  AUTHLY_ENV: { means: '`test` or `production`. Required for `authly serve`. `npm start` is always `test`.' },
  AUTHLY_DATA_DIR: {
    default: '.authly',
    means: 'Folder of the embedded database, and of the sandbox’s keys and certificates.',
  },
  AUTHLY_DATABASE_URL: {
    means:
      '`postgres://…` for many processes on one Postgres server. Absent: SQLite in the data folder, for one process.',
  },
  AUTHLY_DATABASE_URL_FILE: {
    means:
      'File with the value of AUTHLY_DATABASE_URL, to keep its password out of the environment. It is read again when the database refuses the password.',
  },
  AUTHLY_DATABASE_LISTEN_URL: {
    means:
      '`postgres://…` of the database server itself, if AUTHLY_DATABASE_URL points to a connection pool: for notifications. User and password default to those of AUTHLY_DATABASE_URL.',
  },
  AUTHLY_BASE_URL: {
    means: 'Public address of the service. Default `https://localhost:<AUTHLY_PORT>`; required in production.',
  },
  AUTHLY_HOST: {
    default: '0.0.0.0',
    means:
      'Listen address of the HTTPS port and the redirect port. Default of the sandbox: `127.0.0.1`, unless AUTHLY_BASE_URL or `--phone` names another address than this machine’s loopback.',
  },
  AUTHLY_PORT: {
    default: '8443',
    means:
      'HTTPS port of the API, the hosted page and the app. Plain HTTP behind a trusted proxy without certificate files.',
  },
  AUTHLY_HTTP_PORT: { default: '8080', means: 'Plain HTTP port that redirects to AUTHLY_BASE_URL.' },
  AUTHLY_OPS_PORT: { default: '9464', means: 'Plain HTTP port for operators: `/healthz`, `/readyz`, `/metrics`.' },
  AUTHLY_OPS_HOST: {
    default: '127.0.0.1',
    means:
      'Listen address of the operations port. It has no authentication: use another address than loopback only on a private network.',
  },
  AUTHLY_OPS_NAMES: {
    means:
      'Host names under which the operations port may be called, comma-separated, in addition to loopback and IP addresses. Any other `Host` gets 421.',
  },
  AUTHLY_CONSOLE_PORT: {
    means: 'HTTPS port of the operator console, with the same certificate. Absent: no console. The sandbox uses 9444.',
  },
  AUTHLY_CONSOLE_HOST: { default: '127.0.0.1', means: 'Listen address of the console.' },
  AUTHLY_CONSOLE_URL: {
    means:
      'Public address of the console. Requests for any other host are rejected. Default `https://localhost:<AUTHLY_CONSOLE_PORT>`.',
  },
  AUTHLY_CONSOLE_OIDC_ISSUER: {
    means:
      'OpenID provider for signing in to the console. HTTPS, or a loopback address. Absent: only one-time links sign in.',
  },
  AUTHLY_CONSOLE_OIDC_CLIENT_ID: {
    means: 'Client id of the console at the provider. Its redirect URI is `{AUTHLY_CONSOLE_URL}/oidc/callback`.',
  },
  AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE: { means: 'File with the client secret.' },
  AUTHLY_CONSOLE_OIDC_SCOPE: { default: 'openid profile email', means: 'Scopes requested from the provider.' },
  AUTHLY_CONSOLE_OIDC_CLAIM: {
    default: 'groups',
    means:
      'Claim of the ID token that decides the role. Its value may be a string or a list. `email` counts only with `email_verified`.',
  },
  AUTHLY_CONSOLE_OIDC_ADMINS: { means: 'Comma-separated claim values with the role admin.' },
  AUTHLY_CONSOLE_OIDC_READERS: { means: 'Comma-separated claim values with the role read.' },
  AUTHLY_CONSOLE_OIDC_MERCHANT_CLAIM: {
    means:
      'Claim of the ID token with a merchant id: its accounts see that merchant alone. Absent: no account of a merchant can sign in.',
  },
  AUTHLY_SHOP_PORT: { default: '9443', means: 'HTTPS port of the sandbox’s demo shop and its Bio API.' },
  AUTHLY_APP_URL: { means: 'Base of the link in the QR code. Default `{AUTHLY_BASE_URL}/app/`.' },
  AUTHLY_PASSKEY_DOMAIN: {
    means:
      'Domain that the passkeys of bound devices belong to: the host of the app, or a parent domain of it. Default: the host of `AUTHLY_APP_URL`. Choose it before the first device is bound.',
  },
  AUTHLY_APP_ORIGINS: {
    means:
      'Origins of further apps that bind devices, comma-separated: `https://…`, or `android:apk-key-hash:…` of an Android app. The origin of AUTHLY_APP_URL is always accepted.',
  },
  AUTHLY_MASTER_KEY: { means: 'Master key that encrypts the stored keys: 32 bytes in base64.' },
  AUTHLY_MASTER_KEY_FILE: {
    means: 'File with the master key. The sandbox makes one: `master.key` in its data folder.',
  },
  AUTHLY_MASTER_KEY_PREVIOUS_FILE: {
    means:
      'File with the master key that was used before. Keys that are still encrypted with it can be decrypted, until `authly keys rewrap` has encrypted all with the current one.',
  },
  AUTHLY_SIGNING_PKCS11_MODULE: {
    means:
      'File of a PKCS#11 module. New signing keys are created in its token and never leave it. Absent: encrypted in the database.',
  },
  AUTHLY_SIGNING_PKCS11_TOKEN: { means: 'Label of the token.' },
  AUTHLY_SIGNING_PKCS11_PIN_FILE: {
    means: 'File with the user PIN of the token. It is read at each login, so a new PIN needs no restart.',
  },
  AUTHLY_SIGNING_PKCS11_PURPOSES: {
    default: 'bio-signing,access-token,audit-head,capture-sealing',
    means:
      'Comma-separated purposes of the keys that are created in the token. All other and older keys stay in the database.',
  },
  AUTHLY_TLS_CERT_FILE: {
    means: 'PEM certificate chain. Authly reloads it within a minute after it changes, and at once on SIGHUP.',
  },
  AUTHLY_TLS_KEY_FILE: { means: 'PEM private key.' },
  AUTHLY_TRUSTED_PROXIES: {
    means:
      'Comma-separated addresses or CIDR ranges of proxies that end TLS and whose `X-Forwarded-*` headers are trusted. In production a range must be private.',
  },
  AUTHLY_PROVIDER_URL: {
    means: 'Address of a certified matcher that replaces the built-in engine. HTTPS, or a loopback address.',
  },
  AUTHLY_PROVIDER_TOKEN_FILE: {
    means: 'File with the token that Authly sends to this matcher, as `Authorization: Bearer`.',
  },
  AUTHLY_SECURITY_CONTACT: {
    means:
      'Where people report a vulnerability of your deployment: `mailto:` or `https://`. Authly publishes it at `/.well-known/security.txt`.',
  },
  AUTHLY_ENGINE_THREADS: {
    means:
      'Maximum threads of a process that compare fingerprints, 0 to 1024. Less than 2 counts as 2. Default: one for each core, at most 4. The Helm chart sets it to the CPU request of the pod, rounded up.',
  },
  AUTHLY_MAX_CONNECTIONS: {
    default: '10000',
    means:
      'Maximum connections of a process, at most half of its open-file limit. One address or client may use a quarter; event streams and long polls three quarters.',
  },
  AUTHLY_SHUTDOWN_DELAY_S: {
    default: '5',
    means:
      'Seconds, 0 to 60, between SIGTERM and closing the port. `/readyz` returns 503 during this time, so that load balancers stop sending requests.',
  },
  AUTHLY_LOG_LEVEL: { default: 'info', means: '`debug`, `info`, `warn`, `error` or `silent`.' },
  AUTHLY_SESSION_RETENTION_DAYS: {
    default: '30',
    means:
      'Days after which sessions are erased, 1 to 90. Those of one day (UTC) are erased together, when the last of them has expired.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    means:
      'Address of a collector for OTLP over HTTP (protobuf), such as `http://localhost:4318`. Traces are sent to `/v1/traces` there. Absent: no traces.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: { means: 'Request headers for the collector, such as a token: `name=value,name=value`.' },
  OTEL_TRACES_SAMPLER: {
    default: 'parentbased_always_on',
    means:
      '`always_on`, `always_off` or `traceidratio`, optionally prefixed with `parentbased_`. Timeout, compression and certificates of the exporter are set as OpenTelemetry documents them.',
  },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', means: 'Share of traces that `traceidratio` keeps, 0 to 1.' },
  OTEL_SERVICE_NAME: { default: 'authly', means: 'Name of the service in traces.' },
  OTEL_RESOURCE_ATTRIBUTES: { means: 'Additional attributes of this process in traces: `name=value,name=value`.' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
