import type { Mode, SessionStatus } from '@authly/contract/states';
import type { KeyPurpose } from '../../config/key-purposes.ts';
import type { KeyStatus } from '../../keys/key-status.ts';
import type { MerchantRateLimits, MerchantSetting, SettingsView } from '../../merchants/merchant-settings.ts';
import type { WebhookAttempt, WebhookState } from '../../merchants/webhook.ts';
import type { BioAttempt } from '../../session/bio-attempt.ts';

/** What operators see, the same in `--json` and in the console. Times are ISO 8601. */

/** The fragment of a sign-in link, which reaches no server and no log. */
export const LOGIN_FRAGMENT = 'login';

/** Without its secrets. */
export interface ClientView {
  readonly client_id: string;
  readonly merchant_id: string;
  readonly scope: string;
  readonly live_secrets: number;
  readonly created_at: string | null;
  readonly revoked_at: string | null;
}

/** The secret is returned only once: its hash is stored. */
export interface ShownOnce {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface KeyView {
  readonly key_id: string;
  readonly purpose: KeyPurpose;
  readonly status: KeyStatus;
  /** Where its private key is; null without the master key. */
  readonly kept_in: 'store' | 'pkcs11' | null;
  readonly created_at: string | null;
  readonly switch_at: string | null;
  readonly removal_at: string | null;
  /** Of a sealing key: when an enrollment was last opened with it, to the hour. */
  readonly last_used_at: string | null;
}

export interface Withdrawn {
  readonly key_id: string;
  readonly last_used_at: string | null;
}

export interface Scheduled {
  readonly key_id: string;
  readonly switch_at: string | null;
  /** For merchants; null for internal keys. */
  readonly notice: string | null;
}

/** The notice of an announced rotation of the signing key. */
export interface Notice {
  readonly key_id: string;
  readonly switch_at: string | null;
  readonly removal_at: string | null;
  readonly notice: string;
  readonly merchants: readonly {
    readonly merchant_id: string;
    readonly name: string;
    readonly acknowledged_at: string | null;
  }[];
}

export interface Replaced {
  readonly key_id: string;
  readonly removed_key_ids: readonly string[];
  readonly notice: string | null;
}

/** Which merchants have accepted a call signed with a key, and which have not yet. */
export interface Readiness {
  readonly key_id: string;
  readonly status: KeyStatus;
  readonly switch_at: string | null;
  readonly not_yet: readonly string[];
  readonly merchants: readonly MerchantReadiness[];
  /** The next key, where a rotation to another one is announced. */
  readonly announced: { readonly key_id: string; readonly switch_at: string | null } | null;
}

export interface MerchantReadiness {
  readonly merchant_id: string;
  readonly name: string;
  readonly last_accepted_at: string | null;
  /** With any other key: tells a merchant that rejects the new key from one that was not called since. */
  readonly last_accepted_another_at: string | null;
}

export interface ProbeFinding {
  readonly check: 'name' | 'tls' | 'lookup' | 'store' | 'found';
  readonly ok: boolean;
  readonly detail: string;
  readonly ms: number;
}

export interface Probe {
  readonly merchant_id: string;
  readonly bio_base_url: string;
  /** Whether the lookup got the expected response. */
  readonly ok: boolean;
  readonly findings: readonly ProbeFinding[];
  readonly lookup: Pick<BioAttempt, 'stage' | 'status' | 'code' | 'reason'>;
}

export interface MerchantView extends SettingsView {
  readonly merchant_id: string;
  readonly logo: string;
  readonly rate_limits: MerchantRateLimits;
  readonly suspended_at: string | null;
  readonly created_at: string | null;
}

/** The webhook's secret is returned only once. */
export interface AddedMerchant extends MerchantView {
  readonly webhook_secret?: string;
}

/** One field of the form that changes a merchant. */
export interface SettingField {
  readonly name: string;
  readonly type: MerchantSetting['type'];
  readonly label: string;
  readonly bounds: readonly [min: number, max: number];
  readonly isRequired: boolean;
  readonly value: string | number | boolean | null;
}

export interface SessionRow {
  readonly session_id: string;
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly status: SessionStatus;
  readonly failure_code: string | null;
  readonly created_at: string | null;
  readonly ended_at: string | null;
}

export interface FoundSessions {
  readonly sessions: readonly SessionRow[];
  /** The id to request older sessions with; null: there are none. */
  readonly before: string | null;
  /** Of all pages, up to a limit. */
  readonly count: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
}

export interface InterruptedRow {
  readonly session_id: string;
  readonly merchant_id: string;
  readonly at_merchant: 'stored' | 'unknown' | 'refused';
  readonly created_at: string | null;
  readonly ended_at: string | null;
}

export interface SessionMoveView {
  readonly at: string | null;
  readonly event: string;
  readonly from: SessionStatus | null;
  readonly to: SessionStatus;
}

export interface BioAttemptView extends Omit<BioAttempt, 'at' | 'requestId'> {
  readonly at: string | null;
  /** The merchant has it as `X-Request-Id`. */
  readonly request_id: string;
  /** What happened, and the most frequent cause of a failure. */
  readonly in_words: string;
}

/** Somebody who is signed in to the console. */
export interface SignInView {
  readonly sign_in_id: string;
  readonly actor: string;
  readonly role: 'read' | 'admin';
  readonly began_at: string | null;
  readonly used_at: string | null;
}

/** An entry of the audit log. */
export interface AuditEntryView {
  readonly seq: number;
  /** A number where it was overwritten with something that is not a time. */
  readonly at: string | number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: unknown;
  readonly previous: string;
  readonly hash: string;
}

export interface WebhookView {
  readonly merchant_id: string;
  readonly url: string;
  readonly state: 'enabled' | 'failing' | 'disabled' | 'paused';
  readonly failing_since: string | null;
  readonly disabled_at: string | null;
  readonly paused_at: string | null;
  readonly live_secrets: number;
  readonly waiting: number;
  readonly given_up: number;
}

export interface WebhookDeliveryView {
  readonly session_id: string;
  readonly ended_at: string | null;
  readonly state: WebhookState;
  readonly attempts: number;
  readonly last_result: string | null;
  readonly last_ms: number | null;
  readonly last_at: string | null;
  readonly next_at: string | null;
  /** Those that ended, the newest last; at most about 50. */
  readonly delivery_attempts: readonly (Omit<WebhookAttempt, 'at'> & { readonly at: string })[];
}

export interface WebhookTestView {
  readonly merchant_id: string;
  readonly webhook_id: string;
  readonly delivered: boolean;
  /** The response status, or a system error code. */
  readonly result: string;
  readonly ms: number;
}

export interface WebhookSettingView {
  readonly webhook_url: string | null;
  /** Only when it is new. */
  readonly webhook_secret?: string;
}
