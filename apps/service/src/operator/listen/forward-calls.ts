import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';
import { closeServer, listen as openPort } from '../../http/listen.ts';
import { systemClock } from '../../runtime/clock.ts';
import { repeat } from '../../runtime/repeat.ts';
import { RefusedError } from '../../runtime/refused-error.ts';
import { perform, type TerminalOperator } from '../row/action.ts';
import { changeMerchant } from '../changes/merchant-changes.ts';
import { findMerchant } from '../reads/merchant-rows.ts';
import { requireSandboxFile } from '../../cli/terminal/running-service.ts';
import { requireTest } from '../row/operator.ts';
import { forward } from './forward-call.ts';

export interface ListenOptions {
  readonly to: string;
  readonly bio?: string;
  readonly webhook?: string;
  readonly merchant?: string;
  readonly as?: string;
}

/** Registers an HTTPS address of this machine for a merchant and forwards its calls to a plain HTTP server, until `ended`. */
export async function listen(
  operator: TerminalOperator,
  { to, merchant, bio, webhook }: ListenOptions,
  say: (line: string) => void,
  ended: Promise<unknown>,
): Promise<void> {
  requireTest(operator);
  const target = originOf(to);
  const { ca_file: caFile = '', merchant_id = '' } = requireSandboxFile(operator.env);
  const { id: merchantId } = await findMerchant(operator, merchant ?? merchant_id);
  const file = (name: string): Buffer => readFileSync(join(dirname(caFile), name));
  const tls = { cert: file('tls-cert.pem'), key: file('tls-key.pem') };
  // Without a path, the Bio API is at the root.
  const bioPath = pathOf(bio ?? (webhook === undefined ? '/' : undefined))?.replace(/\/+$/, '');
  const paths = { bio: bioPath, webhook: pathOf(webhook) };
  const server = createServer(tls);
  await using opened = new AsyncDisposableStack();
  const port = await openPort(server, { host: '127.0.0.1', port: 0, setting: 'AUTHLY_PORT' });
  opened.defer(() => closeServer(server));
  const host = `localhost:${port}`;
  const forwarding = { operator, merchantId, target, host, paths, say };
  server.on('request', (request, response) => void forward(request, response, forwarding));
  const urlOf = (path: string | undefined): string | null => (path === undefined ? null : `https://${host}${path}`);
  const urls = { bio: urlOf(paths.bio), webhook: urlOf(paths.webhook) };
  const over = Promise.withResolvers<string>();
  const secret = await register(operator, { merchantId, urls, caFile, onEnd: over.resolve }, opened);
  if (urls.bio !== null) say(`Bio API of ${merchantId}: ${urls.bio} → ${target.origin}`);
  if (urls.webhook !== null) say(`Webhook of ${merchantId}: ${urls.webhook} → ${target.origin}`);
  if (secret !== undefined) say(`AUTHLY_WEBHOOK_SECRET=${secret}`);
  say('Ctrl-C ends it and puts the earlier settings back.');
  await Promise.race([ended, over.promise.then(say)]);
}

interface Registration {
  readonly merchantId: string;
  readonly urls: { readonly [Which in 'bio' | 'webhook']: string | null };
  readonly caFile: string;
  /** The lease has ended, with the reason. */
  readonly onEnd: (reason: string) => void;
}

/** Returns the secret of a new webhook. */
async function register(
  operator: TerminalOperator,
  { merchantId, urls, caFile, onEnd }: Registration,
  opened: AsyncDisposableStack,
): Promise<string | undefined> {
  const { store, auditEntry } = operator;
  const { beginListening, endListening, renewLease, RENEW_EVERY_MS } = await import('../../sandbox/listener.ts');
  const listener = await beginListening(store, { merchantId, urls }, auditEntry);
  opened.defer(() => endListening(store, listener, auditEntry));
  const ca = { name: caFile, base64: readFileSync(caFile).toString('base64') };
  const changed = await perform({ name: 'listen', audit: 'merchant.set', run: changeMerchant }, operator, {
    merchant_id: merchantId,
    ...(urls.bio !== null && { bioBaseUrl: urls.bio, bioCaPem: ca }),
    ...(urls.webhook !== null && { webhookUrl: urls.webhook, webhookCa: ca }),
  });
  const renew = async (): Promise<void> => {
    const reason = await renewLease(store, listener);
    if (reason !== undefined) onEnd(reason);
  };
  opened.defer(repeat({ clock: systemClock, everyMs: RENEW_EVERY_MS, onError: () => {} }, renew));
  return 'webhook_secret' in changed ? changed.webhook_secret : undefined;
}

const pathOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : URL.parse(text, 'https://localhost')?.pathname;

function originOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new RefusedError('--to must be an address such as http://localhost:3000, without a path');
  return url;
}
