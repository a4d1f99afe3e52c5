const POINT_BYTES = 32;
/** SPKI of an Ed25519 key up to its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
/** How devices wrap the point: an OCTET STRING by the standard, a BIT STRING in some, bare in others. */
const WRAPPINGS = [Buffer.from('0420', 'hex'), Buffer.from('032100', 'hex'), Buffer.alloc(0)];

/** SPKI DER of what a token says of a public key (CKA_EC_POINT). */
export function publicKeyOf(point: Buffer): Buffer {
  const wrapping = WRAPPINGS.find(
    (each) => point.length === each.length + POINT_BYTES && point.subarray(0, each.length).equals(each),
  );
  if (wrapping === undefined) throw new Error('the token made a key that is not Ed25519');
  return Buffer.concat([SPKI, point.subarray(wrapping.length)]);
}
