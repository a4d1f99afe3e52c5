const SIGNATURE_BYTES = 8;
const INCHES_PER_METRE = 1 / 0.0254;
/** What readers have that do not say. */
const USUAL_DPI = 500;

/** The resolution of a PNG (its chunk pHYs), which a browser does not tell. */
export function pngDpi(png: Uint8Array): number {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  // A chunk: its length, its name, its data, a checksum.
  for (let at = SIGNATURE_BYTES; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (name !== 'pHYs' || at + 17 > png.length) continue;
    const isPerMetre = view.getUint8(at + 16) === 1;
    return isPerMetre ? Math.round(view.getUint32(at + 8) / INCHES_PER_METRE) : USUAL_DPI;
  }
  return USUAL_DPI;
}
