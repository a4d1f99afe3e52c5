import type { SessionStatus } from '@authly/contract/states';
import type {
  AuditEntryView,
  BioAttemptView,
  ClientView,
  KeyView,
  MerchantReadiness,
  MerchantView,
  Readiness,
  SessionMoveView,
  SessionRow,
  SettingField,
} from '../actions/views.ts';

/** The interface between the console's page and its server. Nothing else uses it. */

const ROLES = ['read', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The fragment that tells the page why a provider did not sign somebody in. */
export const REFUSED_FRAGMENT = 'refused';
/** Where the OpenID provider sends the browser back to. */
export const PROVIDER_CALLBACK_PATH = '/oidc/callback';
export type SignInRefusal = 'provider_away' | 'not_signed_in' | 'not_allowed';

/** Sent with every POST: no page of another origin can know its value. */
export const PROOF_HEADER = 'authly-console';
/** Sent with requests that the page makes on its own: they do not extend the sign-in. */
export const BY_ITSELF_HEADER = 'authly-by-itself';

export interface Presence {
  readonly signedIn: boolean;
  /** Whether there is a provider to sign in with. */
  readonly hasProvider: boolean;
  readonly environment: 'test' | 'production';
  readonly version: string;
  readonly now: string;
  /** Of the signed-in operator. */
  readonly actor?: string;
  readonly signInId?: string;
  readonly role?: Role;
  readonly proof?: string;
  readonly endsAt?: string;
}

export const RANGES = { hour: { ms: 3_600_000, stepMs: 60_000 }, day: { ms: 86_400_000, stepMs: 3_600_000 } } as const;
export type Range = keyof typeof RANGES;

/** How a session can end, in the order of the charts. */
export const ENDS = ['enrolled', 'matched', 'not_matched', 'failed', 'expired', 'canceled'] as const;
export type End = (typeof ENDS)[number];

/** The metrics of the overview page. */
export interface OverviewMetrics {
  readonly range: Range;
  /** Each step of the range, the oldest first. */
  readonly steps: readonly {
    readonly at: string;
    readonly started: number;
    readonly ends: Readonly<Record<End, number>>;
    /** Response time in milliseconds; null: no requests. */
    readonly p50: number | null;
    readonly p95: number | null;
  }[];
  readonly failures: readonly { readonly code: string; readonly count: number }[];
  readonly bio: readonly BioHealth[];
}

export interface BioHealth {
  readonly merchant_id: string;
  readonly attempts: number;
  readonly good: number;
  readonly p95: number | null;
  readonly failures: readonly { readonly code: string; readonly count: number }[];
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  /** The id to request older sessions with; null: there are none. */
  readonly before: string | null;
}

export interface SessionDetails {
  readonly fields: Readonly<Record<string, string | null>>;
  readonly events: readonly SessionMoveView[];
  readonly bioAttempts: readonly BioAttemptView[];
  readonly status: SessionStatus;
}

export interface MerchantDetails {
  readonly merchant: MerchantView;
  readonly clients: readonly ClientView[];
  readonly readiness: MerchantReadiness | null;
  readonly webhook: {
    readonly origin: string;
    readonly failing_since: string | null;
    readonly disabled_at: string | null;
    readonly waiting: number;
    readonly given_up: number;
  } | null;
  readonly settings: readonly SettingField[];
}

export interface Keys {
  readonly keys: readonly KeyView[];
  /** Of the active signing key; null: there is none yet. */
  readonly readiness: Readiness | null;
  /** The earliest time that a switch can be announced for. */
  readonly earliestSwitch: string;
}

export interface AuditPage {
  readonly rows: readonly AuditEntryView[];
  readonly before: number | null;
}

export interface Health {
  readonly ok: boolean;
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly detail: string }[];
}

/** Sent by the stream, at most once a second. */
export interface LiveUpdate {
  /** Ids of sessions that changed. */
  readonly moved: readonly string[];
  /** More changed, or some are new: lists are reloaded. */
  readonly more: boolean;
}
