import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { ShopProcess } from '../../sandbox/src/shop-process.ts';
import { developmentCertificates } from '../../sandbox/src/development-certificates/development-certificates.ts';
import { freePort } from '../../../test/free-port.ts';

export const MERCHANT_ID = 'mch_demo_shop';

export interface ShopParts {
  readonly authlyBaseUrl: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly webhookSecret?: string;
  readonly certificatesIn?: string;
  readonly bindDevices?: (mode: string) => void;
}

interface Sent {
  readonly body?: object;
  readonly raw?: string;
  /** Empty: no content type is sent. */
  readonly type?: string;
  readonly cookie?: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly cookie: string;
}

/** The shop as the sandbox runs it: a separate process, on HTTPS. */
export class RunningShop {
  readonly url: string;
  readonly caFile: string;
  readonly ca: string;
  readonly #agent: Agent;
  readonly #end: () => Promise<void>;

  private constructor(url: string, caFile: string, end: () => Promise<void>) {
    this.url = url;
    this.caFile = caFile;
    this.ca = readFileSync(caFile, 'utf8');
    this.#agent = new Agent({ connect: { ca: this.ca } });
    this.#end = end;
  }

  static async start({
    authlyBaseUrl,
    clientId = 'c',
    clientSecret = 's',
    webhookSecret,
    certificatesIn,
    bindDevices = () => {},
  }: ShopParts): Promise<RunningShop> {
    const folder = mkdtempSync(join(tmpdir(), 'authly-shop-'));
    const { caFile, certFile, keyFile } = await developmentCertificates(
      certificatesIn ?? folder,
      ['localhost', '127.0.0.1'],
      new Date(),
    );
    const port = await freePort();
    const url = `https://localhost:${port}`;
    const shop = new ShopProcess(caFile);
    const config = {
      host: '127.0.0.1',
      port,
      certFile,
      keyFile,
      shopUrl: url,
      dataDir: join(folder, 'shop'),
      authly: { baseUrl: authlyBaseUrl, merchantId: MERCHANT_ID, clientId, clientSecret },
      webhookSecret,
      deviceBinding: 'off',
    };
    await shop.start(config, bindDevices);
    return new RunningShop(url, caFile, async () => {
      await shop[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** Sends a POST if there is a body. */
  async send(path: string, { body, raw, type = 'application/json', cookie }: Sent = {}): Promise<Answer> {
    const sent = raw ?? (body && JSON.stringify(body));
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(this.url + path, {
      dispatcher: this.#agent,
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(sent !== undefined && type !== '' && { 'content-type': type }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await answer.text();
    return {
      status: statusCode,
      text,
      json: JSON.parse(text) as Record<string, unknown>,
      cookie: String(headers['set-cookie'] ?? ''),
    };
  }

  async status(path: string, body: string): Promise<number> {
    const { statusCode, body: answer } = await request(this.url + path, {
      dispatcher: this.#agent,
      method: 'POST',
      body,
    });
    await answer.dump();
    return statusCode;
  }

  async signedIn(name: string): Promise<string> {
    return (await this.send('/api/sign-in', { body: { name } })).cookie.split(';')[0]!;
  }

  async close(): Promise<void> {
    await this.#agent.close();
    await this.#end();
  }
}
