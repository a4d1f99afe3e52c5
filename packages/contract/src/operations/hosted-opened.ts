import { Type, type Static } from 'typebox';
import { LINK_VIAS } from '../wire/hosted/links.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES, exampleHostedSession } from './example-values.ts';
import { HostedLink } from './hosted-link.ts';
import { HostedSession } from './hosted-session.ts';
import { hostedCall, type Operation } from './operation.ts';

export const HostedOpenedQuery = Type.Object(
  {
    via: Type.Optional(
      Type.Enum([...LINK_VIAS], {
        description:
          'The page wants a link along with the answer, which spares it a call. With `button` the answer sets the cookie, as that of the link does.',
      }),
    ),
  },
  { $id: 'HostedOpenedQuery' },
);
export const HostedOpened = Type.Object(
  { ...HostedSession.properties, link: Type.Optional(HostedLink) },
  { $id: 'HostedOpened' },
);
export type HostedOpened = Static<typeof HostedOpened>;

export const hostedOpened: Operation = {
  ...hostedCall,
  summary: 'The page is open; with `via`, a link that lets one app join comes along where there may be one',
  method: 'POST',
  path: '/hosted/v1/opened',
  query: HostedOpenedQuery,
  response: HostedOpened,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized'],
  example: {
    answer: {
      ...exampleHostedSession,
      status: 'opened',
      expires_at: EXAMPLE_VALUES.expiresAt,
      now: EXAMPLE_VALUES.now,
    },
  },
};
