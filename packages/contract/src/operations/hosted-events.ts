import { Type, type Static } from 'typebox';
import { LINK_VIAS, LINKS_WANTED, type LinksWanted } from '../wire/hosted/links.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { HostedLink } from './hosted-link.ts';
import { HostedSession } from './hosted-session.ts';
import { hostedCall, type Operation } from './operation.ts';

export const HostedEventsQuery = Type.Object(
  {
    links: Type.Optional(
      Type.Enum(Object.keys(LINKS_WANTED) as LinksWanted[], {
        description:
          'The page shows links: until an app has joined, events named `link` come instead of the time: every 20 s a new one of each kind, and the next along with it.',
      }),
    ),
  },
  { $id: 'HostedEventsQuery' },
);

const HostedLinkEvent = Type.Object({ via: Type.Enum([...LINK_VIAS]), ...HostedLink.properties });
export type HostedLinkEvent = Static<typeof HostedLinkEvent>;

export const hostedEvents: Operation = {
  ...hostedCall,
  summary:
    'The same object at each change, as server-sent events named `session`; every 20 s without one, `{now}` as an event named `time`; with `links`, links as events named `link`',
  method: 'GET',
  path: '/hosted/v1/events',
  mayWait: true,
  query: HostedEventsQuery,
  response: HostedSession,
  responseType: 'text/event-stream',
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'rate_limited'],
  example: { answer: { session_id: EXAMPLE_VALUES.sessionId, mode: 'enroll', status: 'succeeded' } },
};
