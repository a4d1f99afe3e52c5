import type { BioApi } from '../bio/create-bio-api.ts';

interface HonoContext {
  readonly req: { readonly raw: Request; arrayBuffer(): Promise<ArrayBuffer> };
}

/** `app.all('/bio/*', honoBioApi(bioApi))`. */
export function honoBioApi(bioApi: BioApi) {
  return async ({ req }: HonoContext): Promise<Response> => {
    if (!req.raw.bodyUsed) return bioApi(req.raw);
    // A middleware has read the body. Hono keeps the bytes.
    const { url, method, headers } = req.raw;
    return bioApi(new Request(url, { method, headers, body: await req.arrayBuffer() }));
  };
}
