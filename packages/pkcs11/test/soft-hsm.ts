import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenSettings } from '../src/index.ts';
import { NO_SOFT_HSM, softHsmModule } from './find-soft-hsm.ts';

const PIN = '271828';
const CONFIG = 'SOFTHSM2_CONF';

/** A real PKCS#11 token in a temporary folder. It can be removed and restored. */
export class SoftHsm implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'authly-hsm-'));
  readonly pinFile = join(this.folder, 'pin');
  readonly #tokens = join(this.folder, 'tokens');
  readonly #before = process.env[CONFIG];
  readonly module: string;

  constructor() {
    const module = softHsmModule();
    if (module === undefined) throw new Error(NO_SOFT_HSM);
    this.module = module;
    mkdirSync(this.#tokens);
    const config = join(this.folder, 'softhsm2.conf');
    writeFileSync(config, `directories.tokendir = ${this.#tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
    this.writePin(PIN);
    // The module reads it from its environment.
    process.env[CONFIG] = config;
    this.#tool('--init-token', '--free', '--label', 'authly', '--so-pin', '314159', '--pin', PIN);
  }

  get settings(): TokenSettings {
    const { module, pinFile } = this;
    return { module, token: 'authly', pinFile };
  }

  get env(): Record<string, string> {
    return {
      AUTHLY_SIGNING_PKCS11_MODULE: this.module,
      AUTHLY_SIGNING_PKCS11_TOKEN: 'authly',
      AUTHLY_SIGNING_PKCS11_PIN_FILE: this.pinFile,
    };
  }

  writePin(pin: string = PIN): void {
    writeFileSync(this.pinFile, `${pin}\n`, { mode: 0o600 });
  }

  takeAway(): void {
    renameSync(this.#tokens, `${this.#tokens}.away`);
    mkdirSync(this.#tokens);
  }

  putBack(): void {
    rmSync(this.#tokens, { recursive: true });
    renameSync(`${this.#tokens}.away`, this.#tokens);
  }

  import(keyId: string, pkcs8: Buffer): void {
    const file = join(this.folder, 'key.pem');
    writeFileSync(file, `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64')}\n-----END PRIVATE KEY-----\n`);
    const id = Buffer.from(keyId).toString('hex');
    this.#tool('--import', file, '--token', 'authly', '--label', keyId, '--id', id, '--pin', PIN);
  }

  #tool(...args: string[]): void {
    execFileSync('softhsm2-util', args, { stdio: 'pipe' });
  }

  [Symbol.dispose](): void {
    if (this.#before === undefined) delete process.env[CONFIG];
    else process.env[CONFIG] = this.#before;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
