/** The associated data of the sealed features: they open only as the finger they were sealed for. */
export const sealedFor = (finger: string): string => `authly:fingerprint:v1:${finger}`;
