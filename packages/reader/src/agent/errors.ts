import { READER_ERRORS, type ReaderErrorCode } from '../errors.ts';

const OWN_ERRORS = {
  host_not_allowed: [403, 'The agent answers to localhost and loopback addresses only.'],
  origin_not_allowed: [403, 'This page is not in the list of origins that may use the reader.'],
  not_found: [404, 'There is no such call.'],
  method_not_allowed: [405, 'This call takes another method.'],
  body_not_allowed: [413, 'No call of the agent takes a body.'],
  not_paired: [401, 'This page is not paired with the agent.'],
  pairing_ended: [404, 'This pairing was refused or is too old. Begin another.'],
  internal_error: [500, 'The agent failed.'],
} as const;

/** Never 408: browsers repeat such a request, and would start a second capture. */
const READER_STATUS: Readonly<Record<ReaderErrorCode, number>> = {
  library_missing: 503,
  no_reader: 503,
  no_images: 503,
  no_permission: 503,
  reader_busy: 409,
  touch_again: 422,
  no_touch: 422,
  canceled: 422,
  reader_failed: 502,
};

type OwnErrorCode = keyof typeof OWN_ERRORS;

export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: OwnErrorCode | ReaderErrorCode;
  readonly status: number;

  constructor(code: OwnErrorCode | ReaderErrorCode) {
    const isReaders = (of: string): of is ReaderErrorCode => of in READER_ERRORS;
    const [status, message] = isReaders(code) ? [READER_STATUS[code], READER_ERRORS[code]] : OWN_ERRORS[code];
    super(message);
    this.code = code;
    this.status = status;
  }

  get body(): object {
    return { error: { code: this.code, message: this.message } };
  }
}
