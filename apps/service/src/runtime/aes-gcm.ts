/** The tag is at the end of the ciphertext. */
type Sealed<Bytes> = Readonly<Record<'iv' | 'ciphertext' | 'additionalData', Bytes>>;

/** Undefined: it cannot be opened. By WebCrypto: a `Decipher` copies its output, and frees the first copy without wiping it. */
export async function openAesGcm(
  key: Uint8Array,
  sealed: Sealed<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { subtle } = globalThis.crypto;
  const { iv, ciphertext, additionalData } = sealed as Sealed<Uint8Array<ArrayBuffer>>;
  const aes = await subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, 'AES-GCM', false, ['decrypt']);
  const opening = subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, aes, ciphertext);
  return opening.then((plain) => new Uint8Array(plain)).catch(() => undefined);
}
