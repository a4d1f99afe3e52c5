const TRUST =
  'Its certificate is not trusted here. If it comes from a CA of its own, as a sandbox’s does, start this process with that CA’s file in NODE_EXTRA_CA_CERTS (Node, Bun) or DENO_CERT (Deno).';
const CERTIFICATE = /CERT|SELF_SIGNED|VERIFY|UnknownIssuer|certificate/;
const MAX_CAUSES = 5;
const MAX_REASON_CHARS = 200;
/** Deno puts it into its messages. The address of a result has the user reference. */
const ADDRESS = /(?: for url)? ?\(?https?:\/\/[^\s)]*\)?/g;

/** An untrusted certificate and a server that is down must not look the same. */
export function whyNoAnswer(error: unknown): string {
  const told = causesOf(error);
  const code = told.find((text) => /^[A-Z][A-Z0-9_]{2,60}$/.test(text));
  const reason = code ?? told.at(-1)?.replaceAll(ADDRESS, '').replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_CHARS);
  const unreached = `The service could not be reached${reason ? ` (${reason})` : ''}.`;
  return told.some((text) => CERTIFICATE.test(text)) ? `${unreached} ${TRUST}` : unreached;
}

function causesOf(error: unknown): string[] {
  const told: string[] = [];
  let at = error as { code?: unknown; message?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth++, at = at.cause as typeof at)
    told.push(...[at.code, at.message].filter((text) => typeof text === 'string'));
  return told;
}
