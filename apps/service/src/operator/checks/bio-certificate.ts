import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { guardedConnect } from '../../outbound/address-guard.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { lifeOf, type CertificateLife } from '../../runtime/certificate-life.ts';
import type { Operator } from '../row/operator.ts';

/** The certificate of a merchant's Bio API, verified as the service verifies it. */
export function bioCertificate(
  { bioBaseUrl, bioCaPem }: Merchant,
  { environment }: Pick<Operator, 'environment'>,
  signal: AbortSignal,
): Promise<{ readonly protocol: string | null; readonly life: CertificateLife }> {
  const url = new URL(bioBaseUrl);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  // In production it connects only to an address that was checked.
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      ...(bioCaPem !== null && { ca: bioCaPem }),
      ...(environment === 'production' && guardedConnect(url.hostname)),
    });
    signal.addEventListener('abort', () => socket.destroy(signal.reason as Error));
    socket.once('error', reject).once('secureConnect', () => {
      resolve({ protocol: socket.getProtocol(), life: lifeOf(socket.getPeerX509Certificate()!) });
      socket.destroy();
    });
  });
}
