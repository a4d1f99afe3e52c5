const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');

export interface HeaderV2 {
  /** 0x21: PROXY; 0x20: LOCAL. */
  readonly command?: number;
  /** 0x11: TCP over IPv4; 0x21: over IPv6. */
  readonly transport?: number;
  readonly addresses?: Buffer;
  /** What it says about its length, if that is not true. */
  readonly length?: number;
}

/** A PROXY protocol header, right or wrong, made by hand: byte for byte as its specification has it. */
export function headerV2({
  command = 0x21,
  transport = 0x11,
  addresses = ipv4('192.0.2.7'),
  length,
}: HeaderV2 = {}): Buffer {
  const rest = Buffer.from([command, transport, 0, 0]);
  rest.writeUInt16BE(length ?? addresses.length, 2);
  return Buffer.concat([SIGNATURE, rest, addresses]);
}

/** From this address to ours, with ports. */
export const ipv4 = (address: string): Buffer =>
  Buffer.from([...address.split('.').map(Number), 203, 0, 113, 1, 0x30, 0x39, 0x01, 0xbb]);

export const ipv6 = (hex: string): Buffer => Buffer.from(`${hex}${'0'.repeat(31)}1303901bb`, 'hex');
