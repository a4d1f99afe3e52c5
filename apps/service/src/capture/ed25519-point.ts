const P = 2n ** 255n - 19n;
/** Of the curve −x² + y² = 1 + D x² y². */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** A point of the curve, and not of low order: such a key would accept signatures that nobody made. OpenSSL checks neither. */
export function isSoundPoint(encoded: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(encoded.toReversed()).toString('hex')}`) & (2n ** 255n - 1n);
  const yy = (y * y) % P;
  // Zero for the points of the orders 1, 2, 4 and 8.
  const ofOrder = (y * (yy - 1n) * (D * yy * yy + 2n * yy - 1n)) % P;
  // x² = (y² − 1) / (D y² + 1) has a root, by Euler's criterion.
  return y < P && ofOrder !== 0n && power((yy - 1n) * (D * yy + 1n), (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let [square, product] = [base % P, 1n];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) product = (product * square) % P;
    square = (square * square) % P;
  }
  return product;
}
