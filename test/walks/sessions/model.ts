/** What the contract and the decisions say about one merchant and its sessions. */
type Status = 'created' | 'opened' | 'app_launched' | 'succeeded' | 'failed' | 'expired' | 'canceled';
export type Mode = 'enroll' | 'verify';
export type Via = 'button' | 'qr';

export interface Session {
  readonly mode: Mode;
  readonly user: number;
  readonly expiresAt: number;
  status: Status;
  failure?: string;
  matched?: boolean;
  link?: { readonly via: Via; readonly at: number };
  hasJoined: boolean;
  isConfirmed: boolean;
  wrongNumbers: number;
  malformed: number;
  /** The app sent its capture, so its callback is answered with the status from then on. */
  isCaptured: boolean;
}

/** A finger, and the phone that an enrollment is bound to or that signs. */
export interface Capture {
  readonly person: number;
  readonly phone: number | null;
}

export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const LIFETIME_MS = 10 * MINUTE;
const PAGE_MS = 10 * MINUTE;
const LINK_MS = 30_000;
/** The page may show a link that was made up to this long ago. */
const LINK_STEP_MS = 10_000;
const CALLBACKS_REFUSED = 10;

export class Model {
  readonly began: number;
  now: number;
  /** Limits are so low that a walk reaches them. */
  readonly settings = {
    createPerMerchant: 3,
    createPerUser: 2,
    attempts: 2,
    binding: 'offered' as 'offered' | 'required',
  };
  readonly sessions: Session[] = [];
  readonly keys = new Map<string, { readonly session: number; readonly body: string; readonly at: number }>();
  readonly creations: { readonly user: number; readonly at: number }[] = [];
  /** What a user enrolled, and the enrollment's number. */
  readonly enrolled = new Map<number, Capture & { readonly enrollment: number }>();
  readonly attempts: { readonly enrollment: number; readonly at: number }[] = [];
  /** A process was killed or lost its database. */
  mayRepeatEvents = false;

  constructor(now: number) {
    this.began = this.now = now;
  }

  pass(ms: number): void {
    this.now += ms;
    for (const session of this.sessions)
      if (!isFinal(session) && this.now >= session.expiresAt) end(session, 'expired', 'session_expired');
  }

  mayCreate(user: number, count = 1): boolean {
    const recent = this.creations.filter(({ at }) => at > this.now - MINUTE);
    const own = recent.filter((each) => each.user === user);
    const { createPerMerchant, createPerUser } = this.settings;
    return recent.length + count <= createPerMerchant && own.length + count <= createPerUser;
  }

  /** The earlier creation with the same key. Its repetition takes nothing from a limit, and no limit refuses it. */
  known(key: string | undefined) {
    const known = key === undefined ? undefined : this.keys.get(key);
    return known && this.now - known.at < DAY ? known : undefined;
  }

  /** `created`, the number of the session that is replayed, or a conflict. */
  create(mode: Mode, user: number, key: string | undefined, body: string): 'created' | 'conflict' | number {
    const known = this.known(key);
    if (known) return known.body === body ? known.session : 'conflict';
    this.creations.push({ user, at: this.now });
    if (key !== undefined) this.keys.set(key, { session: this.sessions.length, body, at: this.now });
    this.sessions.push({
      mode,
      user,
      expiresAt: this.now + LIFETIME_MS,
      status: 'created',
      hasJoined: false,
      isConfirmed: false,
      wrongNumbers: 0,
      malformed: 0,
      isCaptured: false,
    });
    return 'created';
  }

  /** Its token ends ten minutes after the session. */
  hasPage({ expiresAt }: Session): boolean {
    return this.now < expiresAt + PAGE_MS;
  }

  open(session: Session): string {
    if (isFinal(session)) return '409 session_finalized';
    if (session.status === 'created') session.status = 'opened';
    return '200';
  }

  /** False: the link may have ended or not, or the app that joined may repeat its call. */
  mayClaim({ link, hasJoined }: Session): boolean {
    const age = this.now - link!.at;
    return !hasJoined && (age < LINK_MS - LINK_STEP_MS || age > LINK_MS);
  }

  claim(session: Session, isSameBrowser: boolean): string {
    if (this.now - session.link!.at > LINK_MS || session.status !== 'opened') return '404 link_not_found';
    session.status = 'app_launched';
    session.hasJoined = true;
    session.isConfirmed = session.link!.via === 'button' && isSameBrowser;
    return `200 ${session.isConfirmed ? '' : 'not '}confirmed`;
  }

  confirm(session: Session, isRight: boolean): string {
    if (isFinal(session)) return '409 session_finalized';
    if (session.isConfirmed) return '200 confirmed';
    if (isRight) {
      session.isConfirmed = true;
      return '200 confirmed';
    }
    if (++session.wrongNumbers === 2) end(session, 'failed', 'join_refused');
    return '409 number_mismatch';
  }

  cancel(session: Session): string {
    if (isFinal(session)) return '409 session_finalized';
    if (session.status === 'created') return '409 invalid_session_transition';
    end(session, 'canceled');
    return '200 canceled';
  }

  decline(session: Session): string {
    if (isFinal(session)) return '409 session_finalized';
    end(session, 'failed', 'user_declined');
    return '200 failed';
  }

  takesCallback(session: Session): boolean {
    return this.#refusalOfCallback(session) === undefined;
  }

  malformedCallback(session: Session): string {
    const refusal = this.#refusalOfCallback(session);
    if (refusal !== undefined) return refusal;
    if (++session.malformed === CALLBACKS_REFUSED) end(session, 'failed', 'capture_failed');
    return '400 invalid_request';
  }

  /** `trouble`: how the merchant fails. */
  callback(session: Session, capture: Capture, trouble: string | undefined): string {
    const refusal = this.#refusalOfCallback(session);
    if (refusal !== undefined) return refusal;
    session.isCaptured = true;
    const outcome =
      session.mode === 'enroll' ? this.#enroll(session, capture, trouble) : (trouble ?? this.#verify(session, capture));
    if (typeof outcome === 'string') end(session, 'failed', outcome);
    else end(session, 'succeeded', undefined, outcome);
    return `200 ${session.status}`;
  }

  #refusalOfCallback(session: Session): string | undefined {
    if (session.isCaptured) return `200 ${session.status}`;
    if (isFinal(session)) return '409 session_finalized';
    return session.isConfirmed ? undefined : '409 not_confirmed';
  }

  #enroll(session: Session, capture: Capture, trouble: string | undefined): true | string {
    if (capture.phone === null && this.settings.binding === 'required') return 'device_not_bound';
    if (trouble !== undefined) return trouble;
    const enrollment = (this.enrolled.get(session.user)?.enrollment ?? 0) + 1;
    this.enrolled.set(session.user, { ...capture, enrollment: enrollment + 100 * session.user });
    return true;
  }

  #verify(session: Session, { person, phone }: Capture): boolean | string {
    const enrolled = this.enrolled.get(session.user);
    if (enrolled === undefined) return 'enrollment_not_found';
    const { enrollment } = enrolled;
    const recent = this.attempts.filter((each) => each.enrollment === enrollment && each.at > this.now - HOUR);
    if (recent.length >= this.settings.attempts) return 'too_many_attempts';
    if (enrolled.phone === null && this.settings.binding === 'required') return 'device_not_bound';
    const isKnown = enrolled.phone === null || enrolled.phone === phone;
    const isMatch = isKnown && enrolled.person === person;
    if (!isMatch) this.attempts.push({ enrollment, at: this.now });
    return isKnown ? isMatch : 'device_not_recognized';
  }
}

export const isFinal = ({ status }: Session): boolean => !['created', 'opened', 'app_launched'].includes(status);

function end(session: Session, status: Status, failure?: string, matched?: boolean): void {
  session.status = status;
  if (failure !== undefined) session.failure = failure;
  if (matched !== undefined && session.mode === 'verify') session.matched = matched;
}
