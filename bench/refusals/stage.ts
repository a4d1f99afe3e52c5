import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationPath } from '@authly/contract/operation-path';
import { JSON_BODY, type OperationName } from '@authly/contract/operations';
import { developmentCertificates } from '../../apps/service/src/tls/development-certificates.ts';
import { Connection } from '../api/connection.ts';
import { request, tokenRequests, USER_REF } from '../api/requests.ts';
import { startTarget, type Target } from '../api/target.ts';

export const MERCHANT_ID = 'm_bench';

/** A session as far as it was brought, with the tokens of those who take part. */
export interface Prepared {
  readonly id: string;
  readonly hostedToken: string;
  readonly linkToken: string;
  readonly appToken: string;
}

type Fields = Record<string, string>;

/** A service under measurement, and a merchant, a page and an app that talk to it beforehand. */
export class Stage {
  readonly target: Target;
  readonly ca: string;
  readonly token: string;
  readonly #connection: Connection;

  constructor(parts: { target: Target; ca: string; token: string; connection: Connection }) {
    this.target = parts.target;
    this.ca = parts.ca;
    this.token = parts.token;
    this.#connection = parts.connection;
  }

  connect(): Promise<Connection> {
    return Connection.open(this.target.port, this.ca);
  }

  /** Created, its page open; `joined`: an app has joined it, so that its person need not confirm. */
  async session(upTo: 'opened' | 'linked' | 'joined', via = 'button'): Promise<Prepared> {
    const body = JSON.stringify({ merchant_id: MERCHANT_ID, merchant_user_ref: USER_REF });
    const { session_id: id = '', popup_url = '' } = await this.#call('createEnrollmentSession', this.token, body);
    const hostedToken = popup_url.split('#token=')[1]!;
    await this.#call('hostedOpened', hostedToken);
    if (upTo === 'opened') return { id, hostedToken, linkToken: '', appToken: '' };
    const { app_url = '' } = await this.#call('hostedLink', hostedToken, '', `?via=${via}`);
    const linkToken = app_url.split('#link=')[1]!;
    if (upTo === 'linked') return { id, hostedToken, linkToken, appToken: '' };
    const claimed = await this.#call('claimSession', undefined, JSON.stringify({ link_token: linkToken }));
    return { id, hostedToken, linkToken, appToken: claimed['app_token']! };
  }

  async #call(name: OperationName, token: string | undefined, body = '', query = ''): Promise<Fields> {
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== '' && { 'Content-Type': JSON_BODY }),
    };
    const answer = await this.#connection.send(request(name, operationPath(name) + query, headers, body));
    if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status}: ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString()) as Fields;
  }
}

export async function withService<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  await using cleanup = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'authly-bench-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { caFile, certFile, keyFile } = await developmentCertificates(folder, ['localhost', '127.0.0.1'], new Date());
  const ca = readFileSync(caFile, 'utf8');
  const log = openSync(join(folder, 'log'), 'a');
  cleanup.defer(() => closeSync(log));
  const target = await startTarget('service', { folder, certFile, keyFile, merchantId: MERCHANT_ID }, log);
  cleanup.defer(() => target.stop());
  const connection = await Connection.open(target.port, ca);
  cleanup.defer(() => connection.close());
  await target.clients.stock(1);
  const answer = await connection.send(tokenRequests(target.clients)());
  const { access_token: token = '' } = JSON.parse(answer.body.toString()) as Fields;
  return await work(new Stage({ target, ca, token, connection }));
}
