import { X509Certificate } from 'node:crypto';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { checkedPair, readPair, type CertificateUse, type TlsPair } from '../config/tls-settings.ts';
import { lifeOf, type CertificateLife } from '../runtime/certificate-life.ts';
import { systemClock, type Clock } from '../runtime/clock.ts';
import type { Observability } from '../observability/observability.ts';

const LOOK_EVERY_MS = 60_000;

export interface Certificate {
  /** The one that is served now. Behind a proxy that ends TLS there is none. */
  readonly tls: TlsPair | undefined;
  readonly life: CertificateLife | undefined;
  onRenewed(serve: (renewed: TlsPair) => void): void;
  /** Reads the files now. Invalid files are logged and counted, and the previous certificate stays. */
  reload(): void;
}

interface CertificateOptions extends Pick<Observability, 'log' | 'metrics'> {
  readonly clock: Clock;
}

/** Reads the files by path every minute, so that writing, renaming and swapping a link all work. */
export function openCertificate(
  config: Omit<CertificateUse, 'tls'> & Pick<Config, 'tls'>,
  { clock, log, metrics }: CertificateOptions,
  opened: AsyncDisposableStack,
): Certificate {
  const { tls: files } = config;
  if (files === undefined) return { tls: undefined, life: undefined, onRenewed() {}, reload() {} };
  const use = { ...config, tls: files };
  let read = readPair(files);
  let tls = checkedPair(read, use);
  const servers: ((renewed: TlsPair) => void)[] = [];
  const life = (): CertificateLife => lifeOf(new X509Certificate(tls.cert));
  function note(): void {
    metrics.certificateExpiry.set(life().until / 1000);
    metrics.certificateLate.set(life().lateAt / 1000);
  }

  function reload(): void {
    read = readPair(files!);
    try {
      const renewed = checkedPair(read, use);
      const fault = validityFault(renewed);
      if (fault !== undefined) throw new ConfigError([fault]);
      tls = renewed;
      for (const serve of servers) serve(tls);
      note();
      log.info({ expires_at: new Date(life().until).toISOString() }, 'certificate reloaded');
    } catch (error) {
      metrics.certificateFailures.inc();
      const reason = error instanceof ConfigError ? error.problems.join('; ') : String(error);
      log.error({ reason }, 'certificate not reloaded');
    }
  }

  function look(): void {
    const { cert, key } = readPair(files!);
    // Compared with the last read, not with the served certificate, so that broken files are reported once.
    if (cert !== read.cert || key !== read.key) reload();
    cancel = clock.after(LOOK_EVERY_MS, look);
  }

  note();
  const fault = validityFault(tls);
  if (fault !== undefined) log.error({ reason: fault }, 'certificate is not valid');
  let cancel = clock.after(LOOK_EVERY_MS, look);
  opened.defer(() => cancel());
  return {
    get tls() {
      return tls;
    },
    get life() {
      return life();
    },
    onRenewed: (serve) => void servers.push(serve),
    reload,
  };
}

function validityFault({ cert }: TlsPair): string | undefined {
  const now = systemClock.now();
  const { validFromDate, validToDate } = new X509Certificate(cert);
  if (now >= validToDate.getTime()) return `the certificate has expired on ${validToDate.toISOString()}`;
  return now < validFromDate.getTime() ? `the certificate is valid from ${validFromDate.toISOString()} on` : undefined;
}
