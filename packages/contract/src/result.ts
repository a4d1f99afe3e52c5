import { Type, type Static } from 'typebox';
import { WAIT_PATTERN } from './field-rules.ts';
import { LIMITS } from './limits.ts';
import { ofAnyType, wholePayload } from './payload-schemas.ts';
import { MerchantUserRef, ModeName, SessionId, StatusName, Timestamp } from './session.ts';

export const WaitSeconds = Type.String({
  pattern: WAIT_PATTERN,
  description: `Seconds, 0 to ${LIMITS.resultWaitMaxS}: the answer comes when the status changes or is final, else when the wait is over.`,
});

export const ResultQuery = Type.Object(
  {
    merchant_user_ref: MerchantUserRef,
    wait: Type.Optional(WaitSeconds),
  },
  { $id: 'ResultQuery' },
);
export type ResultQuery = Static<typeof ResultQuery>;

const ShownPayload = ofAnyType(wholePayload, { description: 'What was captured.' });
const CompletedAt = Timestamp('When processing ended, UTC.');

export const EnrollmentOutcome = Type.Object(
  { enrolled: Type.Literal(true), payload: ShownPayload, completed_at: CompletedAt },
  { $id: 'EnrollmentOutcome', title: 'after an enrollment' },
);
export const VerificationOutcome = Type.Object(
  {
    matched: Type.Boolean({
      description: 'Whether it is the enrolled finger. Decide on this alone: both are success.',
    }),
    payload: ShownPayload,
    completed_at: CompletedAt,
  },
  { $id: 'VerificationOutcome', title: 'after a verification' },
);

export const ResultResponse = Type.Object(
  {
    session_id: SessionId,
    mode: ModeName,
    merchant_id: Type.String(),
    merchant_user_ref: Type.String(),
    status: StatusName,
    failure_code: Type.Optional(Type.String({ description: 'Present only when status is failed or expired.' })),
    result: Type.Union([EnrollmentOutcome, VerificationOutcome, Type.Null()], {
      description: 'Null unless status is succeeded.',
    }),
    expires_at: Timestamp('When the session expires, UTC.'),
  },
  { $id: 'Result' },
);
export type ResultResponse = Static<typeof ResultResponse>;
