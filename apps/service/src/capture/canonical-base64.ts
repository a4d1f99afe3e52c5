/** Returns undefined unless it is the only text of its bytes: Buffer.from skips other characters. */
export function decode(text: string, encoding: 'base64' | 'base64url' = 'base64'): Buffer<ArrayBuffer> | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
