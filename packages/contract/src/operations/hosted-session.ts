import { Type, type Static } from 'typebox';
import {
  Confirmed,
  ExpiresAt,
  FailureCodeName,
  MatchCode,
  merchantDetails,
  MerchantName,
  ModeName,
  ServiceTime,
  SessionId,
  StatusName,
} from '../schemas/fields.ts';
import { SESSION_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES, exampleHostedSession } from './example-values.ts';
import { hostedCall, type Operation } from './operation.ts';

/** Never says whether a verification matched. After the end it has mode, status and failure code only. */
export const HostedSession = Type.Object(
  {
    session_id: SessionId,
    mode: ModeName,
    status: StatusName,
    failure_code: FailureCodeName,
    merchant_name: Type.Optional(MerchantName),
    ...merchantDetails,
    locale: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'The language that the merchant asked for.' }),
    ),
    display_text: Type.Optional(Type.String({ description: 'As the merchant sent it.' })),
    return_origin: Type.Optional(
      Type.String({ description: 'Where the completion signal goes: the origin of return_url.' }),
    ),
    match_code: Type.Optional(MatchCode),
    confirmed: Type.Optional(Confirmed),
    expires_at: Type.Optional(ExpiresAt),
    now: Type.Optional(ServiceTime),
  },
  { $id: 'HostedSession' },
);
export type HostedSession = Static<typeof HostedSession>;

export const hostedSession: Operation = {
  ...hostedCall,
  summary: 'What the page shows',
  method: 'GET',
  path: '/hosted/v1/session',
  response: HostedSession,
  sharedErrors: SESSION_TOKEN_ERRORS,
  example: {
    answer: {
      ...exampleHostedSession,
      status: 'app_launched',
      match_code: EXAMPLE_VALUES.number,
      confirmed: false,
      expires_at: EXAMPLE_VALUES.expiresAt,
      now: EXAMPLE_VALUES.now,
    },
  },
};
