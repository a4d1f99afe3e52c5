import { Type, type Static } from 'typebox';
import { ServiceTime, Timestamp } from '../schemas/fields.ts';
import { LINK_VIAS } from '../wire/hosted/links.ts';
import { LINK_TOKEN_FRAGMENT } from '../wire/page-addresses.ts';
import { secret } from '../schemas/secret.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import { hostedCall, type Operation } from './operation.ts';

export const HostedLinkQuery = Type.Object(
  {
    via: Type.Enum([...LINK_VIAS], {
      description: 'How the app gets the link. `button` sets the cookie for its claim.',
    }),
  },
  { $id: 'HostedLinkQuery' },
);

const OneLink = {
  app_url: secret(
    Type.String({
      format: 'uri',
      description: 'The link token follows `#link=`. It is in the QR code or behind the button.',
    }),
  ),
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

export const hostedLink: Operation = {
  ...hostedCall,
  summary: 'A link that lets one app join',
  method: 'GET',
  path: '/hosted/v1/link',
  query: HostedLinkQuery,
  response: HostedLink,
  sharedErrors: [...SESSION_TOKEN_ERRORS, 'session_finalized', 'invalid_session_transition', 'session_already_claimed'],
  example: {
    query: { via: 'qr' },
    answer: {
      app_url: `https://authly.example/app/#${LINK_TOKEN_FRAGMENT}=kT7b0vQx2nR5`,
      expires_at: '2026-01-31T09:15:30.000Z',
      now: EXAMPLE_VALUES.now,
      next: {
        app_url: `https://authly.example/app/#${LINK_TOKEN_FRAGMENT}=w9DqLz4Ye8Hs`,
        expires_at: '2026-01-31T09:15:40.000Z',
      },
    },
  },
};
