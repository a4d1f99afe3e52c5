/** Where the service shows what tools read. People put these into their build: they stay. */
export const OPENAPI_PATH = '/openapi.json';
export const BIO_OPENAPI_PATH = '/bio-api/openapi.json';
export const SIGNATURE_VECTORS_PATH = '/bio-api/signature-vectors.json';
