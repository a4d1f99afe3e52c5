import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';
import { developmentCertificates } from '../../../sandbox/src/development-certificates/development-certificates.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');
const test = { AUTHLY_ENV: 'test', AUTHLY_MASTER_KEY: KEY, AUTHLY_TRUSTED_PROXIES: '127.0.0.1' };
const production = {
  ...test,
  AUTHLY_ENV: 'production',
  AUTHLY_MASTER_KEY: randomBytes(32).toString('base64'),
  AUTHLY_BASE_URL: 'https://authly.example',
};

const PROVIDER = {
  AUTHLY_CONSOLE_PORT: '9444',
  AUTHLY_CONSOLE_OIDC_ISSUER: 'https://login.example',
  AUTHLY_CONSOLE_OIDC_CLIENT_ID: 'console',
  AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE: import.meta.filename,
  AUTHLY_CONSOLE_OIDC_ADMINS: 'authly-admins, root',
};

let folder: string;
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authly-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
}

describe('the configuration', () => {
  it('has the defaults of the reference', () => {
    expect(readConfig(test)).toEqual({
      environment: 'test',
      dataDir: resolve('.authly'),
      databaseUrl: undefined,
      host: '0.0.0.0',
      port: 8443,
      httpPort: 8080,
      opsPort: 9464,
      opsHost: '127.0.0.1',
      opsNames: [],
      console: undefined,
      baseUrl: 'https://localhost:8443',
      hostedUiUrl: 'https://localhost:8443/hosted',
      appUrl: 'https://localhost:8443/app/',
      relyingParty: { id: 'localhost', origins: ['https://localhost:8443'] },
      masterKey: { bytes: Buffer.alloc(32, 1) },
      tls: undefined,
      trustedProxies: ['127.0.0.1'],
      matcherUrl: undefined,
      matcherToken: undefined,
      securityContact: undefined,
      logLevel: 'info',
      engineThreads: Math.min(availableParallelism(), 4),
      maxConnections: 10_000,
      sessionRetentionDays: 30,
      shutdownDelayMs: 5000,
      tracing: undefined,
    });
  });

  it('engine threads follow the cores up to 4, or the setting', () => {
    const cores = vi.spyOn(os, 'availableParallelism');
    onTestFinished(() => {
      cores.mockRestore();
      syncBuiltinESMExports();
    });
    const threadsOf = (count: number, setting?: string): number => {
      cores.mockReturnValue(count);
      syncBuiltinESMExports();
      return readConfig({ ...test, AUTHLY_ENGINE_THREADS: setting }).engineThreads;
    };
    expect([threadsOf(1), threadsOf(3), threadsOf(32), threadsOf(32, '6')]).toEqual([1, 3, 4, 6]);
  });

  it('every setting has a description and begins with AUTHLY_ or OTEL_', () => {
    for (const [name, { means }] of Object.entries(SETTINGS))
      expect([name, means]).toEqual([
        expect.stringMatching(/^(?:AUTHLY|OTEL)_[A-Z0-9_]+$/),
        expect.stringMatching(/\.$/),
      ]);
  });

  it('is deeply frozen', async () => {
    const { certFile, keyFile } = await developmentCertificates(folder, ['localhost'], new Date());
    const config = readConfig({ ...test, AUTHLY_TLS_CERT_FILE: certFile, AUTHLY_TLS_KEY_FILE: keyFile });
    expect([config, config.trustedProxies, config.tls, config.masterKey].every(Object.isFrozen)).toBe(true);
  });

  it('an empty variable counts as not set', () => {
    expect(
      readConfig({ ...test, AUTHLY_PORT: '', AUTHLY_DATABASE_URL: '', AUTHLY_DATA_DIR: '', AUTHLY_PROVIDER_URL: '' }),
    ).toEqual(readConfig(test));
  });

  it('base, hosted and app URL follow the port, and the app URL can be set', () => {
    expect(readConfig({ ...test, AUTHLY_PORT: '9000' })).toMatchObject({
      baseUrl: 'https://localhost:9000',
      appUrl: 'https://localhost:9000/app/',
    });
    expect(readConfig({ ...test, AUTHLY_APP_URL: 'authly-app://join' }).appUrl).toBe('authly-app://join');
  });

  it('devices are bound to the host of the app’s address, and further apps may use them', () => {
    const android = `android:apk-key-hash:${'aB-_'.repeat(10)}abc`;
    const given = {
      AUTHLY_APP_URL: 'https://app.example:444/join',
      AUTHLY_APP_ORIGINS: `https://b.example, ${android}`,
    };
    expect(readConfig({ ...test, ...given }).relyingParty).toEqual({
      id: 'app.example',
      origins: ['https://app.example:444', 'https://b.example', android],
    });
    expect(readConfig({ ...test, AUTHLY_APP_URL: 'authly-app://join' }).relyingParty).toEqual({
      id: 'localhost',
      origins: ['https://localhost:8443'],
    });
  });

  it('the cells of one operator may bind devices to one parent domain', () => {
    const AUTHLY_PASSKEY_DOMAIN = 'authly.example';
    for (const cell of ['https://c1.authly.example', 'https://app.c2.authly.example', 'https://authly.example'])
      expect(readConfig({ ...test, AUTHLY_BASE_URL: cell, AUTHLY_PASSKEY_DOMAIN }).relyingParty).toEqual({
        id: 'authly.example',
        origins: [cell],
      });
  });

  it.each([
    ['https://authly.example/', 'https://authly.example'],
    ['https://Authly.Example:443', 'https://authly.example'],
    ['https://192.168.0.7:8443', 'https://192.168.0.7:8443'],
    ['https://[::1]:8443/', 'https://[::1]:8443'],
  ])('AUTHLY_BASE_URL %s is %s', (text, baseUrl) => {
    expect(readConfig({ ...test, AUTHLY_BASE_URL: text }).baseUrl).toBe(baseUrl);
  });

  it('reads the master key from a file, in test also from the data folder', () => {
    const keyIn = (env: Record<string, string>): Buffer =>
      Buffer.from(readConfig({ ...test, AUTHLY_MASTER_KEY: undefined, ...env }).masterKey.bytes);
    expect(keyIn({ AUTHLY_MASTER_KEY_FILE: file('m', `${KEY}\n`) })).toEqual(Buffer.alloc(32, 1));
    file('master.key', KEY);
    expect(keyIn({ AUTHLY_DATA_DIR: folder })).toEqual(Buffer.alloc(32, 1));
  });
});

describe('the console', () => {
  it('is on localhost and its port by default', async () => {
    const { console } = readConfig({ ...test, ...PROVIDER });
    expect(console).toMatchObject({ host: '127.0.0.1', port: 9444, url: 'http://localhost:9444' });
    const { certFile, keyFile } = await developmentCertificates(folder, ['localhost'], new Date());
    const ownTls = { AUTHLY_TLS_CERT_FILE: certFile, AUTHLY_TLS_KEY_FILE: keyFile };
    expect(readConfig({ ...test, ...PROVIDER, ...ownTls }).console!.url).toBe('https://localhost:9444');
    expect(console!.provider).toMatchObject({ claim: 'groups', admins: ['authly-admins', 'root'], readers: [] });
    const named = { AUTHLY_CONSOLE_URL: 'https://console.example/', AUTHLY_CONSOLE_HOST: '0.0.0.0' };
    expect(readConfig({ ...test, AUTHLY_CONSOLE_PORT: '9444', ...named }).console).toEqual({
      host: '0.0.0.0',
      port: 9444,
      url: 'https://console.example',
      provider: undefined,
    });
  });
});

const NOT_READABLE = 'points to a file that cannot be read or is empty: /nowhere';
const URL_RULE = 'must be https:// and a host, without path, query or credentials';
const PORT_RULE = 'must be a whole number from 0 to 65535';
const ENV_RULE = 'must be one of: test, production';
const SECURE_RULE = 'must use HTTPS, or a loopback address';
const APP_RULE = 'must be an https or app-scheme URL without a fragment or credentials';
const ORIGINS_RULE = 'must be https://host or android:apk-key-hash:…, separated by commas';
const DOMAIN_RULE = 'must be authly.example or a parent domain of it with at least two labels';
const CELL = { AUTHLY_BASE_URL: 'https://authly.example' };
const PROXIES_RULE = 'must be a comma-separated list of IP addresses or CIDR ranges';
const EVERY_ADDRESS =
  'must not contain every address: any client could then forge its own. List only the proxies or their network';
const DATABASE = { AUTHLY_DATABASE_URL: 'postgres://x/y' };
const KEY_RULE = 'must be exactly 32 bytes in base64 (openssl rand -base64 32)';

describe('a wrong setting is rejected by name', () => {
  it.each<[name: string, value: string | undefined, rule: string, more?: Record<string, string | undefined>]>([
    ['AUTHLY_ENV', undefined, ENV_RULE],
    ['AUTHLY_ENV', 'staging', ENV_RULE],
    ['AUTHLY_PORT', '65536', PORT_RULE],
    ['AUTHLY_PORT', '84.43', PORT_RULE],
    ['AUTHLY_HTTP_PORT', 'x', PORT_RULE],
    ['AUTHLY_OPS_PORT', '-1', PORT_RULE],
    ['AUTHLY_CONSOLE_PORT', '0', 'must be a whole number from 1 to 65535'],
    ['AUTHLY_CONSOLE_URL', 'http://x', URL_RULE, { AUTHLY_CONSOLE_PORT: '9444' }],
    ['AUTHLY_CONSOLE_OIDC_ISSUER', 'http://login.example', SECURE_RULE, PROVIDER],
    ['AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE', '/nowhere', NOT_READABLE, PROVIDER],
    [
      'AUTHLY_CONSOLE_OIDC_ADMINS',
      '',
      'or AUTHLY_CONSOLE_OIDC_READERS must be set, otherwise nobody can sign in',
      PROVIDER,
    ],
    ['AUTHLY_SESSION_RETENTION_DAYS', '0', 'must be a whole number from 1 to 90'],
    ['AUTHLY_SESSION_RETENTION_DAYS', '91', 'must be a whole number from 1 to 90'],
    ['AUTHLY_ENGINE_THREADS', '1.5', 'must be a whole number from 0 to 1024'],
    ['AUTHLY_SHUTDOWN_DELAY_S', '61', 'must be a whole number from 0 to 60'],
    ['AUTHLY_DATABASE_URL', 'mysql://x', 'must begin with postgres://'],
    [
      'AUTHLY_DATABASE_URL',
      'postgres://one,two/a?target_session_attrs=standby',
      'must point to servers that accept writes: target_session_attrs=read-write, or none',
    ],
    ['AUTHLY_DATABASE_URL_FILE', '/nowhere', NOT_READABLE],
    ['AUTHLY_DATABASE_URL_FILE', '/nowhere', 'and AUTHLY_DATABASE_URL are both set: keep one of them', DATABASE],
    ['AUTHLY_DATABASE_LISTEN_URL', 'postgres://x/y', 'must be set together with AUTHLY_DATABASE_URL'],
    ['AUTHLY_DATABASE_LISTEN_URL', 'x', 'must begin with postgres://', DATABASE],
    ['AUTHLY_LOG_LEVEL', 'loud', 'must be one of: debug, info, warn, error, silent'],
    ['AUTHLY_MASTER_KEY', 'short', KEY_RULE],
    ['AUTHLY_MASTER_KEY_FILE', '/nowhere', NOT_READABLE, { AUTHLY_MASTER_KEY: undefined }],
    ['AUTHLY_MASTER_KEY_FILE', '/nowhere', 'and AUTHLY_MASTER_KEY are both set: keep one of them'],
    ['AUTHLY_MASTER_KEY_PREVIOUS_FILE', '/nowhere', NOT_READABLE],
    ['AUTHLY_MASTER_KEY_PREVIOUS_FILE', import.meta.filename, KEY_RULE],
    ['AUTHLY_TLS_CERT_FILE', '/nowhere', 'and AUTHLY_TLS_KEY_FILE must be set together'],
    ['AUTHLY_BASE_URL', 'http://authly.example', URL_RULE],
    ['AUTHLY_BASE_URL', 'https://authly.example/path', URL_RULE],
    ['AUTHLY_BASE_URL', 'https://authly.example/#', URL_RULE],
    ['AUTHLY_BASE_URL', 'https://user@authly.example', URL_RULE],
    ['AUTHLY_APP_URL', 'http://app.example/', APP_RULE],
    ['AUTHLY_APP_URL', 'https://app.example/#x', APP_RULE],
    ['AUTHLY_APP_URL', 'https://u@app.example/', APP_RULE],
    ['AUTHLY_APP_URL', 'nothing', APP_RULE],
    ['AUTHLY_APP_ORIGINS', 'http://b.example', ORIGINS_RULE],
    ['AUTHLY_APP_ORIGINS', 'https://b.example/', ORIGINS_RULE],
    ['AUTHLY_APP_ORIGINS', 'https://B.example', ORIGINS_RULE],
    ['AUTHLY_APP_ORIGINS', 'https://b.example,*', ORIGINS_RULE],
    ['AUTHLY_APP_ORIGINS', 'android:apk-key-hash:x', ORIGINS_RULE],
    ...['example', '.authly.example', 'other.example', 'hly.example', 'c1.authly.example', 'AUTHLY.example'].map(
      (domain): [string, string, string, Record<string, string>] => [
        'AUTHLY_PASSKEY_DOMAIN',
        domain,
        DOMAIN_RULE,
        CELL,
      ],
    ),
    ['AUTHLY_PROVIDER_URL', 'http://provider.example', SECURE_RULE],
    ['AUTHLY_PROVIDER_URL', 'provider', SECURE_RULE],
    ['AUTHLY_PROVIDER_URL', 'http://127.0.0.1.example', SECURE_RULE],
    ['AUTHLY_TRUSTED_PROXIES', 'proxy.example', PROXIES_RULE],
    ['AUTHLY_TRUSTED_PROXIES', '10.0.0.0/33', PROXIES_RULE],
    ['AUTHLY_TRUSTED_PROXIES', '10.0.0.0/08', PROXIES_RULE],
    ['AUTHLY_TRUSTED_PROXIES', 'fe80::1%eth0', PROXIES_RULE],
    ['AUTHLY_TRUSTED_PROXIES', '127.0.0.1;10.0.0.1', PROXIES_RULE],
    ['AUTHLY_TRUSTED_PROXIES', '0.0.0.0/0', EVERY_ADDRESS],
    ['AUTHLY_TRUSTED_PROXIES', '::/0', EVERY_ADDRESS],
    ['AUTHLY_TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0', EVERY_ADDRESS],
  ])('%s %j: %s', (name, value, rule, more = {}) => {
    expect(problemsOf({ ...test, ...more, [name]: value })).toEqual([`${name} ${rule}`]);
  });

  it.each([
    '10.0.0.0/1',
    '::/1',
    '::ffff:10.0.0.1',
    '::ffff:10.0.0.0/104',
    '2001:db8::/32',
    '10.0.0.1/32',
    'fd00::/128',
  ])('AUTHLY_TRUSTED_PROXIES %s: the framework accepts it too', (list) => {
    const { trustedProxies } = readConfig({ ...test, AUTHLY_TRUSTED_PROXIES: list });
    expect(() => Fastify({ trustProxy: [...trustedProxies] })).not.toThrow();
  });

  it('accepts proxies of both address families, and matchers on HTTPS or loopback', () => {
    expect(readConfig({ ...test, AUTHLY_TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/128' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
      'fd00::/128',
    ]);
    for (const url of ['https://provider.example/x', 'http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/'])
      expect(readConfig({ ...test, AUTHLY_PROVIDER_URL: url }).matcherUrl).toBe(url);
  });

  it.each([
    ['mailto:security@shop.example', []],
    ['https://shop.example/report', []],
    ['http://shop.example/', ['AUTHLY_SECURITY_CONTACT must begin with mailto: or https://']],
    ['mailto:a\nb', ['AUTHLY_SECURITY_CONTACT must begin with mailto: or https://']],
  ])('a security contact %j', (contact, problems) => {
    expect(problemsOf({ ...test, AUTHLY_SECURITY_CONTACT: contact })).toEqual(problems);
  });

  it('names files that cannot be read', () => {
    const nowhere = { AUTHLY_TLS_CERT_FILE: '/nowhere/cert', AUTHLY_TLS_KEY_FILE: '/nowhere/key' };
    expect(problemsOf({ ...test, ...nowhere })).toEqual([
      'AUTHLY_TLS_CERT_FILE points to a file that cannot be read or is empty: /nowhere/cert',
      'AUTHLY_TLS_KEY_FILE points to a file that cannot be read or is empty: /nowhere/key',
    ]);
  });

  it('a PKCS#11 token needs a module, a label and a PIN', () => {
    const [module, pinFile] = [file('module.so', ''), file('pin', '1234\n')];
    const env = { ...test, AUTHLY_SIGNING_PKCS11_MODULE: module, AUTHLY_SIGNING_PKCS11_PIN_FILE: pinFile };
    const purposes = ['bio-signing', 'access-token', 'audit-head', 'capture-sealing'];
    expect(readConfig({ ...env, AUTHLY_SIGNING_PKCS11_TOKEN: 'authly' }).pkcs11).toEqual({
      module,
      pinFile,
      token: 'authly',
      purposes,
    });
    expect(problemsOf(env)).toEqual(['AUTHLY_SIGNING_PKCS11_TOKEN must be set to the label of the token']);
    expect(problemsOf({ ...test, AUTHLY_SIGNING_PKCS11_TOKEN: 'authly' })).toEqual([
      'AUTHLY_SIGNING_PKCS11_MODULE must be set when another AUTHLY_SIGNING_PKCS11_… is set',
    ]);
    expect(
      problemsOf({ ...env, AUTHLY_SIGNING_PKCS11_TOKEN: 'authly', AUTHLY_SIGNING_PKCS11_PURPOSES: 'hosted-token' }),
    ).toEqual([`AUTHLY_SIGNING_PKCS11_PURPOSES must be one or more of: ${purposes.join(', ')}`]);
    const nowhere = { AUTHLY_SIGNING_PKCS11_MODULE: '/nowhere/a.so', AUTHLY_SIGNING_PKCS11_PIN_FILE: '/nowhere/pin' };
    expect(problemsOf({ ...test, ...nowhere, AUTHLY_SIGNING_PKCS11_TOKEN: 'authly' })).toEqual([
      'AUTHLY_SIGNING_PKCS11_MODULE points to a file that does not exist: /nowhere/a.so',
      'AUTHLY_SIGNING_PKCS11_PIN_FILE points to a file that cannot be read or is empty: /nowhere/pin',
    ]);
  });

  it('reports all wrong settings at once, and never the key itself', () => {
    const wrong = { AUTHLY_ENV: 'x', AUTHLY_PORT: 'x', AUTHLY_DATABASE_URL: 'x', AUTHLY_LOG_LEVEL: 'x' };
    const problems = problemsOf({ ...wrong, AUTHLY_MASTER_KEY: 'planted' });
    const named = problems.map((problem) => problem.split(' ')[0]);
    expect(named).toEqual(expect.arrayContaining([...Object.keys(wrong), 'AUTHLY_MASTER_KEY', 'no']));
    expect(new ConfigError(problems).message).toMatch(/^cannot start with these settings:\n {2}- AUTHLY_ENV/);
    expect(problems.join()).not.toContain('planted');
  });
});

describe('production rejects', () => {
  it('nothing if all settings are safe', () => {
    expect(readConfig(production).environment).toBe('production');
  });

  it('a missing master key, even with a key file in the data folder', () => {
    file('master.key', KEY);
    expect(problemsOf({ ...production, AUTHLY_MASTER_KEY: undefined, AUTHLY_DATA_DIR: folder })).toEqual([
      'AUTHLY_MASTER_KEY or AUTHLY_MASTER_KEY_FILE must be set (32 random bytes in base64: openssl rand -base64 32)',
    ]);
  });

  it('a missing base URL', () => {
    expect(problemsOf({ ...production, AUTHLY_BASE_URL: undefined })[0]).toMatch(
      /^AUTHLY_BASE_URL must be set in production/,
    );
  });

  it('missing certificate files without a trusted proxy', () => {
    expect(problemsOf({ ...production, AUTHLY_TRUSTED_PROXIES: undefined })).toEqual([
      expect.stringMatching(/^no TLS: set AUTHLY_TLS_CERT_FILE and AUTHLY_TLS_KEY_FILE, or AUTHLY_TRUSTED_PROXIES/),
    ]);
  });

  const NOT_RANDOM = 'is not a random key: create one with openssl rand -base64 32';
  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte', Buffer.alloc(32, 7)],
    ['four letters', Buffer.from('abcd'.repeat(8))],
    ['sixteen bytes twice', Buffer.from('0123456789abcdef'.repeat(2))],
    ['few different bytes', Buffer.from('the key of the test is the test!')],
  ])('a master key of %s, which `test` accepts', (_, bytes) => {
    const AUTHLY_MASTER_KEY = bytes.toString('base64');
    expect(problemsOf({ ...production, AUTHLY_MASTER_KEY })).toEqual([`AUTHLY_MASTER_KEY ${NOT_RANDOM}`]);
    expect(problemsOf({ ...test, AUTHLY_MASTER_KEY })).toEqual([]);
    const AUTHLY_MASTER_KEY_FILE = file('weak', AUTHLY_MASTER_KEY);
    chmodSync(AUTHLY_MASTER_KEY_FILE, 0o600);
    expect(problemsOf({ ...production, AUTHLY_MASTER_KEY: undefined, AUTHLY_MASTER_KEY_FILE })).toEqual([
      `AUTHLY_MASTER_KEY_FILE ${NOT_RANDOM}`,
    ]);
  });

  it('key files that other users can read', async () => {
    const key = file('open.key', production.AUTHLY_MASTER_KEY);
    const inFile = { ...production, AUTHLY_MASTER_KEY: undefined, AUTHLY_MASTER_KEY_FILE: key };
    const { certFile, keyFile } = await developmentCertificates(folder, ['localhost'], new Date());
    const AUTHLY_TLS_KEY_FILE = file('open.tls', readFileSync(keyFile, 'utf8'));
    const tls = { ...inFile, AUTHLY_TLS_CERT_FILE: certFile, AUTHLY_TLS_KEY_FILE };
    for (const mode of [0o644, 0o604, 0o602, 0o601]) {
      for (const name of ['open.key', 'open.tls']) chmodSync(join(folder, name), mode);
      expect(problemsOf(tls)).toEqual([
        expect.stringMatching(/^AUTHLY_MASTER_KEY_FILE points to a file that other users .*: chmod o= .*open\.key$/),
        expect.stringMatching(/^AUTHLY_TLS_KEY_FILE points to a file that other users .*: chmod o= .*open\.tls$/),
      ]);
    }
    for (const mode of [0o400, 0o600, 0o440, 0o640]) {
      for (const name of ['open.key', 'open.tls']) chmodSync(join(folder, name), mode);
      expect(problemsOf(tls)).toEqual([]);
    }
  });

  it('a PIN file that other users can read', () => {
    const pin = file('open.pin', '1234');
    const env = {
      AUTHLY_SIGNING_PKCS11_MODULE: file('module.so', ''),
      AUTHLY_SIGNING_PKCS11_TOKEN: 'authly',
      AUTHLY_SIGNING_PKCS11_PIN_FILE: pin,
    };
    chmodSync(pin, 0o644);
    expect(problemsOf({ ...production, ...env })).toEqual([
      expect.stringMatching(
        /^AUTHLY_SIGNING_PKCS11_PIN_FILE points to a file that other users .*: chmod o= .*open\.pin$/,
      ),
    ]);
    chmodSync(pin, 0o640);
    expect(problemsOf({ ...production, ...env })).toEqual([]);
  });

  it('a certificate for another host, unless a proxy has its own', async () => {
    const { certFile, keyFile } = await developmentCertificates(folder, ['authly.example', '192.0.2.7'], new Date());
    const tls = { ...production, AUTHLY_TLS_CERT_FILE: certFile, AUTHLY_TLS_KEY_FILE: keyFile };
    const alone = { ...tls, AUTHLY_TRUSTED_PROXIES: undefined };
    expect(problemsOf(alone)).toEqual([]);
    expect(problemsOf({ ...alone, AUTHLY_BASE_URL: 'https://192.0.2.7:8443' })).toEqual([]);
    for (const host of ['authly.example.com', 'www.authly.example', '192.0.2.8', '[::1]'])
      expect(problemsOf({ ...alone, AUTHLY_BASE_URL: `https://${host}` })).toEqual([
        `AUTHLY_TLS_CERT_FILE points to a certificate that does not cover ${host.replace(/[[\]]/g, '')}, the host of AUTHLY_BASE_URL`,
      ]);
    expect(problemsOf({ ...tls, AUTHLY_BASE_URL: 'https://www.authly.example' })).toEqual([]);
    expect(problemsOf({ ...alone, AUTHLY_TLS_CERT_FILE: file('no.cert', 'no certificate') })).toEqual([
      expect.stringMatching(/^AUTHLY_TLS_CERT_FILE points to a file that is not a PEM certificate/),
    ]);
  });

  it('an app URL that is not HTTPS', () => {
    expect(problemsOf({ ...production, AUTHLY_APP_URL: 'authly-app://join' })).toEqual([
      'AUTHLY_APP_URL must be HTTPS in production',
    ]);
    expect(problemsOf({ ...production, AUTHLY_APP_URL: 'https://app.example/join' })).toEqual([]);
  });

  const WITHOUT_TLS = 'AUTHLY_DATABASE_URL points to a remote server without verified TLS: add sslmode=verify-full';
  it.each([
    'postgres://u:planted@db.example/authly',
    'postgres://u:planted@db.example/authly?sslmode=disable',
    'postgres://u:planted@db.example/authly?sslmode=no-verify',
    'postgres://u:planted@db.example/authly?uselibpqcompat=true&sslmode=require',
    'postgres://u:planted@localhost/authly?host=db.example',
    'postgres://u:planted@127.0.0.1.example/authly',
    'postgresql://u:planted@db.example/authly?sslmode=verify-full&sslmode=disable',
    'postgres://u:p@localhost:5432,db.example:5432/authly',
    'postgres://u:p@one.example,two.example/authly?target_session_attrs=read-write',
  ])('%s', (AUTHLY_DATABASE_URL) => {
    expect(problemsOf({ ...production, AUTHLY_DATABASE_URL })).toEqual([WITHOUT_TLS]);
    expect(problemsOf({ ...test, AUTHLY_DATABASE_URL })).toEqual([]);
  });

  it.each([
    'postgres://u:p@db.example/authly?sslmode=verify-full',
    'postgres://u:p@db.example/authly?ssl=true',
    'postgres://u:p@localhost/authly',
    'postgres://u:p@127.0.0.1:5433/authly',
    'postgres://u:p@[::1]/authly',
    'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/authly',
    'postgres://u:p@one.example:5432,two.example:5432/authly?target_session_attrs=read-write&sslmode=verify-full',
    'postgres://u:p@127.0.0.1:5432,127.0.0.1:5433/authly?target_session_attrs=primary',
  ])('but not %s', (AUTHLY_DATABASE_URL) => {
    expect(problemsOf({ ...production, AUTHLY_DATABASE_URL })).toEqual([]);
  });

  it.each([
    ['postgres://u:p@db.example/authly', { PGSSLMODE: 'verify-full' }, []],
    ['postgres://u:p@db.example/authly', { PGSSLMODE: 'no-verify' }, [WITHOUT_TLS]],
    ['postgres:///authly', { PGHOST: 'db.example' }, [WITHOUT_TLS]],
    ['postgres:///authly', {}, []],
  ])('%s with the driver’s variables %j', (AUTHLY_DATABASE_URL, variables, problems) => {
    expect(problemsOf({ ...production, ...variables, AUTHLY_DATABASE_URL })).toEqual(problems);
  });

  it('an unreadable root certificate of the database, without showing the password', () => {
    const AUTHLY_DATABASE_URL = 'postgres://u:planted@db.example/a?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
    expect(problemsOf({ ...production, AUTHLY_DATABASE_URL })).toEqual(['AUTHLY_DATABASE_URL cannot be used: ENOENT']);
  });

  it.each([
    '0.0.0.0/1,128.0.0.0/1',
    '10.0.0.0/7',
    '172.32.0.0/12',
    '198.51.100.7/31',
    '::/1',
    'fc00::/6',
    '2001:db8::/64',
    '::ffff:0.0.0.0/96',
    '0:0:0:0:0:ffff:10.0.0.0/90',
  ])('%s as trusted proxies', (AUTHLY_TRUSTED_PROXIES) => {
    expect(problemsOf({ ...production, AUTHLY_TRUSTED_PROXIES })).toEqual([
      expect.stringMatching(/^AUTHLY_TRUSTED_PROXIES contains a public address range/),
    ]);
  });

  it('but not a private network as trusted proxies', () => {
    const AUTHLY_TRUSTED_PROXIES = '10.0.0.0/8,fc00::/7,::ffff:10.0.0.0/104,192.0.2.1,192.0.2.2/32,2001:db8::1/128';
    expect(problemsOf({ ...production, AUTHLY_TRUSTED_PROXIES })).toEqual([]);
  });

  it('but not a missing file of a setting that is not used', () => {
    const missing = { ...production, AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE: '/gone/secret' };
    for (const unused of [{}, { AUTHLY_CONSOLE_PORT: '9444' }])
      expect(problemsOf({ ...missing, ...unused })).toEqual([]);
  });
});
