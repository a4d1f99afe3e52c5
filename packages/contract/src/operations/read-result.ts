import { Type, type Static } from 'typebox';
import { DEVICE_STATES } from '../wire/device.ts';
import {
  ExpiresAt,
  FailureCodeName,
  MerchantUserRef,
  ModeName,
  SessionId,
  StatusName,
  Timestamp,
  WaitSeconds,
} from '../schemas/fields.ts';
import { ofAnyType, wholePayload } from '../schemas/payload-schemas.ts';
import { ACCESS_TOKEN_ERRORS } from '../schemas/shared-errors.ts';
import { EXAMPLE_VALUES, exampleParameters, exampleUser } from './example-values.ts';
import { merchantCall, type Operation } from './operation.ts';

export const ResultQuery = Type.Object(
  {
    merchant_user_ref: MerchantUserRef,
    wait: Type.Optional(WaitSeconds),
  },
  { $id: 'ResultQuery' },
);

const ShownPayload = ofAnyType(wholePayload, { description: 'What was captured.' });
const Device = Type.Optional(
  Type.Enum([...DEVICE_STATES], {
    description:
      'Whether the enrollment is bound to a device. Present if the merchant’s `device_binding` is not `off`.',
  }),
);
const CompletedAt = Timestamp('When processing ended, UTC.');

const EnrollmentOutcome = Type.Object(
  { enrolled: Type.Literal(true), payload: ShownPayload, device: Device, completed_at: CompletedAt },
  { $id: 'EnrollmentOutcome', title: 'after an enrollment' },
);
const VerificationOutcome = Type.Object(
  {
    matched: Type.Boolean({
      description: 'Whether it is the enrolled finger. Decide on this alone: both are success.',
    }),
    payload: ShownPayload,
    device: Device,
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
    failure_code: FailureCodeName,
    result: Type.Union([EnrollmentOutcome, VerificationOutcome, Type.Null()], {
      description: 'Null unless status is succeeded.',
    }),
    expires_at: ExpiresAt,
  },
  { $id: 'Result' },
);
export type ResultResponse = Static<typeof ResultResponse>;

export const readResult: Operation = {
  ...merchantCall,
  summary: 'Read the result of a session: the only proof of an outcome',
  method: 'GET',
  path: '/v1/sessions/{session_id}/result',
  scope: 'result:read',
  mayWait: true,
  query: ResultQuery,
  response: ResultResponse,
  sharedErrors: [...ACCESS_TOKEN_ERRORS, 'merchant_user_ref_mismatch', 'session_not_found', 'rate_limited'],
  example: {
    parameters: exampleParameters,
    query: { merchant_user_ref: EXAMPLE_VALUES.merchantUserRef, wait: '25' },
    answer: {
      session_id: EXAMPLE_VALUES.sessionId,
      mode: 'verify',
      ...exampleUser,
      status: 'succeeded',
      result: { matched: true, payload: { finger: 'RI' }, completed_at: '2026-01-31T09:16:12.480Z' },
      expires_at: EXAMPLE_VALUES.expiresAt,
    },
  },
};
