/** The associated data of sealed features: they open only as the type and the payload (the finger) they were sealed for. */
export const sealedFor = (type: string, payloadKey: string): string => `authly:${type}:v1:${payloadKey}`;
