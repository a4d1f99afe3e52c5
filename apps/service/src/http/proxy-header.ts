import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { ProxyProtocolSettings } from '../config/proxy-settings.ts';

export type ProxyProtocol = ProxyProtocolSettings['version'];

export interface ProxyHeader {
  readonly bytes: number;
  /** Absent: the proxy speaks for itself (a health check), or does not know the client. */
  readonly client: string | undefined;
}

/** The header at the start of a connection. `more`: it has not come whole. */
export type ParsedProxyHeader = ProxyHeader | 'more' | 'malformed';

const LONGEST_V1 = 107;
const V1_KNOWN = /^PROXY (TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5})$/;

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const V2_START = 16;
/** Proxies add a few hundred bytes of extensions at most. */
const LONGEST_V2 = 4096;
const [LOCAL, PROXY] = [0x20, 0x21];
const [UNKNOWN, TCP4, TCP6] = [0x00, 0x11, 0x21];

/** Of https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt, one version: a proxy sends what it is configured to. */
export const parseProxyHeader = (version: ProxyProtocol, start: Buffer): ParsedProxyHeader =>
  version === 'v1' ? parseV1(start) : parseV2(start);

function parseV1(start: Buffer): ParsedProxyHeader {
  const text = start.toString('latin1', 0, LONGEST_V1);
  const end = text.indexOf('\r\n');
  const isBegun = 'PROXY '.startsWith(text.slice(0, 6));
  if (end === -1) return isBegun && text.length < LONGEST_V1 ? 'more' : 'malformed';
  const line = text.slice(0, end);
  if (/^PROXY UNKNOWN(?: |$)/.test(line)) return { bytes: end + 2, client: undefined };
  const [, family, client = ''] = V1_KNOWN.exec(line) ?? [];
  const isAddress = family === 'TCP4' ? isIPv4(client) : family === 'TCP6' && isIPv6(client) && !client.includes('%');
  return isAddress ? { bytes: end + 2, client } : 'malformed';
}

function parseV2(start: Buffer): ParsedProxyHeader {
  const signed = Math.min(start.length, SIGNATURE.length);
  if (!start.subarray(0, signed).equals(SIGNATURE.subarray(0, signed))) return 'malformed';
  if (start.length < V2_START) return 'more';
  const command = start[12]!;
  const transport = start[13]!;
  const bytes = V2_START + start.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || bytes > LONGEST_V2) return 'malformed';
  if (start.length < bytes) return 'more';
  if (command === LOCAL || transport === UNKNOWN) return { bytes, client: undefined };
  const addresses = start.subarray(V2_START, bytes);
  if (transport === TCP4 && addresses.length >= 12) return { bytes, client: addresses.subarray(0, 4).join('.') };
  if (transport === TCP6 && addresses.length >= 36) return { bytes, client: ipv6(addresses) };
  return 'malformed';
}

function ipv6(addresses: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, i) => addresses.readUInt16BE(2 * i).toString(16));
  return new SocketAddress({ family: 'ipv6', address: groups.join(':') }).address;
}
