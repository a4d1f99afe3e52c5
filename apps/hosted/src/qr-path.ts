import { encodeQR } from 'qr';

/** Scanners need this margin. */
const QUIET_ZONE = 4;

export function qrPath(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return { size: rows.length, path };
}
