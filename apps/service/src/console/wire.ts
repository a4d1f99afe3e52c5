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
} from '../actions/views.ts';

/** What the console's page and its server say to each other. It is nobody else's interface. */

export const ROLES = ['read', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Behind the `#` where a provider did not sign somebody in: why. */
export const REFUSED_FRAGMENT = 'refused';
/** Where the OpenID provider sends the browser back to. */
export const PROVIDER_CALLBACK_PATH = '/oidc/callback';
export type SignInRefusal = 'provider_away' | 'not_signed_in' | 'not_allowed';

/** Sent with whatever changes something: no page of another origin can know it. */
export const PROOF_HEADER = 'authly-console';
/** Sent with what the page asks by itself: nobody's presence is shown by it. */
export const BY_ITSELF_HEADER = 'authly-by-itself';

export interface Presence {
  readonly signedIn: boolean;
  /** Whether there is a provider to sign in with. */
  readonly hasProvider: boolean;
  readonly environment: 'test' | 'production';
  readonly version: string;
  readonly now: string;
  /** Of who is signed in. */
  readonly actor?: string;
  readonly signInId?: string;
  readonly role?: Role;
  readonly proof?: string;
  readonly endsAt?: string;
}

export const RANGES = { hour: { ms: 3_600_000, stepMs: 60_000 }, day: { ms: 86_400_000, stepMs: 3_600_000 } } as const;
export type Range = keyof typeof RANGES;

/** How a session can end, in the order in which charts show it. */
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
    /** Milliseconds that half and all but one in twenty of the answers took at most; null: none was given. */
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
  /** The id to ask for what is older; null: nothing is. */
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
  /** From and to of each setting that is a number. */
  readonly bounds: Readonly<Record<string, readonly [number, number]>>;
}

export interface Keys {
  readonly keys: readonly KeyView[];
  /** Of the key that signs calls to merchants now; null: none does yet. */
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
  /** Ids of sessions that moved. */
  readonly moved: readonly string[];
  /** More than are named, or some were begun: whoever shows a list looks again. */
  readonly more: boolean;
}
