import { Type, type TSchema } from 'typebox';
import { CallbackRequest } from './app/callback.ts';
import { ClaimRequest, ClaimResponse } from './app/claim.ts';
import { AppFailureRequest } from './app/failure.ts';
import { AppSession, AppStatus } from './app/session.ts';
import { CancelRequest, CancelResponse } from './cancel.ts';
import {
  HostedEventsQuery,
  HostedLink,
  HostedLinkQuery,
  HostedOpened,
  HostedOpenedQuery,
  HostedSession,
} from './hosted/session.ts';
import type { OperationName } from './operations.ts';
import { ResultQuery, ResultResponse, WaitSeconds } from './result.ts';
import {
  CreateEnrollmentRequest,
  CreateEnrollmentResponse,
  CreateVerificationRequest,
  CreateVerificationResponse,
} from './session.ts';
import { SigningKeysResponse } from './signing-keys.ts';
import { TokenRequest, TokenResponse } from './token.ts';

export interface OperationSchemas {
  readonly summary: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly answer: TSchema;
  /** JSON unless this says otherwise. */
  readonly answerType?: 'text/event-stream';
}

/** What each operation of the table takes and answers, and its line in the docs. */
// biome-ignore format: one row a line
export const OPERATION_SCHEMAS: Readonly<Record<OperationName, OperationSchemas>> = {
  issueToken: { summary: 'Exchange client credentials for an access token', body: TokenRequest, answer: TokenResponse },
  createEnrollmentSession: { summary: 'Create a session that enrolls one finger of one user', body: CreateEnrollmentRequest, answer: CreateEnrollmentResponse },
  createVerificationSession: { summary: 'Create a session that verifies an enrolled finger', body: CreateVerificationRequest, answer: CreateVerificationResponse },
  readResult: { summary: 'Read the result of a session: the only proof of an outcome', query: ResultQuery, answer: ResultResponse },
  cancelSession: { summary: 'Cancel a session that a person has opened and not finished', body: CancelRequest, answer: CancelResponse },
  listSigningKeys: { summary: "The public keys that verify the service's calls to a merchant Bio API", answer: SigningKeysResponse },

  hostedOpened: { summary: 'The page is open; with `via`, a link that lets one app join comes along where there may be one', query: HostedOpenedQuery, answer: HostedOpened },
  hostedSession: { summary: 'What the page shows', answer: HostedSession },
  hostedEvents: { summary: 'The same object at each change, as server-sent events named `session`; every 20 s without one, `{now}` as an event named `time`; with `links`, links as events named `link`', query: HostedEventsQuery, answer: HostedSession, answerType: 'text/event-stream' },
  hostedLink: { summary: 'A link that lets one app join', query: HostedLinkQuery, answer: HostedLink },
  hostedConfirm: { summary: 'The person confirms that the match codes are the same', answer: HostedSession },
  hostedCancel: { summary: 'The person cancels', answer: HostedSession },

  claimSession: { summary: 'The app joins a session by its link token', body: ClaimRequest, answer: ClaimResponse },
  appSession: { summary: 'Where the session stands', query: Type.Object({ wait: Type.Optional(WaitSeconds) }), answer: AppSession },
  appCallback: { summary: 'The captured finger, sealed', body: CallbackRequest, answer: AppStatus },
  appFailure: { summary: 'The app cannot capture, or the person declines', body: AppFailureRequest, answer: AppStatus },
};
