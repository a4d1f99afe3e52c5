import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { guardedLookup } from '../../outbound/address-guard.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { daysUntil } from './certificates.ts';
import type { Operator } from './operator.ts';

/** The certificate of a merchant's Bio API, verified as the service verifies it. */
export function bioCertificate(
  { bioBaseUrl, bioCaPem }: Merchant,
  { environment }: Pick<Operator, 'environment'>,
  signal: AbortSignal,
): Promise<{ readonly protocol: string | null; readonly expiresInDays: number }> {
  const url = new URL(bioBaseUrl);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      ...(bioCaPem !== null && { ca: bioCaPem }),
      // Connects only to an address that was checked.
      ...(environment === 'production' && { lookup: guardedLookup() }),
    });
    signal.addEventListener('abort', () => socket.destroy(signal.reason as Error));
    socket.once('error', reject).once('secureConnect', () => {
      const expiresInDays = daysUntil(Date.parse(socket.getPeerCertificate().valid_to));
      resolve({ protocol: socket.getProtocol(), expiresInDays });
      socket.destroy();
    });
  });
}
