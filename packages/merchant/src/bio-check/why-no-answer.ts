/** What the system says, and what to do about it. The first that fits. */
const CAUSES: readonly (readonly [sign: RegExp, advice: string])[] = [
  [
    /certificate|self-signed|altname|verify/i,
    'Its certificate is not trusted here: --ca-file FILE trusts a CA of its own.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'The name of its host is not known.'],
  [/ECONNREFUSED/, 'Nothing listens there. Is it running at this address?'],
  [/SSL|TLS|EPROTO/i, 'It does not speak TLS there. Is it http instead of https?'],
  [/./, 'Is it running at this address?'],
];

/** A dead server, an untrusted certificate and a wrong name look the same until somebody says which it is. */
export const whyNoAnswer = (message: string): string =>
  `${message}. ${CAUSES.find(([sign]) => sign.test(message))?.[1]}`;
