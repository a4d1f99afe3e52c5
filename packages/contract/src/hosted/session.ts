import { Type, type Static } from 'typebox';
import { ModeName, ServiceTime, SessionId, StatusName, Timestamp } from '../session.ts';
import { secret } from '../secret.ts';
import { LINK_VIAS, LINKS_WANTED, type LinksWanted } from './links.ts';

/** What the hosted page reads. It never learns whether a verification matched; after the end it reads mode, status and failure code alone. */
export const HostedSession = Type.Object(
  {
    session_id: SessionId,
    mode: ModeName,
    status: StatusName,
    failure_code: Type.Optional(Type.String()),
    merchant_name: Type.Optional(Type.String()),
    merchant_logo_url: Type.Optional(
      Type.String({ format: 'uri', description: 'A PNG or WebP picture to stand beside the name.' }),
    ),
    locale: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    display_text: Type.Optional(Type.String({ description: 'As the merchant sent it.' })),
    return_origin: Type.Optional(
      Type.String({ description: 'Where the completion signal goes: the origin of return_url.' }),
    ),
    match_code: Type.Optional(Type.String({ pattern: '^\\d{2}$' })),
    confirmed: Type.Optional(Type.Boolean()),
    expires_at: Type.Optional(Timestamp('When the session expires, UTC.')),
    now: Type.Optional(ServiceTime),
  },
  { $id: 'HostedSession' },
);
export type HostedSession = Static<typeof HostedSession>;

export const HostedLinkQuery = Type.Object({ via: Type.Enum([...LINK_VIAS]) }, { $id: 'HostedLinkQuery' });
const OneLink = {
  app_url: secret(Type.String({ format: 'uri' })),
  expires_at: Timestamp('When this link stops working, UTC.'),
};
export const HostedLink = Type.Object(
  {
    ...OneLink,
    now: ServiceTime,
    next: Type.Object(OneLink, { description: 'The link that follows: shown 10 s later, and working from then on.' }),
  },
  { $id: 'HostedLink' },
);
export type HostedLink = Static<typeof HostedLink>;

/** A link as the event stream says it. */
export const HostedLinkEvent = Type.Object(
  { via: Type.Enum([...LINK_VIAS]), ...HostedLink.properties },
  { $id: 'HostedLinkEvent' },
);
export type HostedLinkEvent = Static<typeof HostedLinkEvent>;

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

export const HostedOpenedQuery = Type.Object(
  {
    via: Type.Optional(
      Type.Enum([...LINK_VIAS], {
        description: 'The page wants a link along with the answer, which spares it a call.',
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
