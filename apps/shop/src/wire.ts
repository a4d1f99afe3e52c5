/** What the shop's backend tells its page. No import: it is read in both. */

export interface Order {
  readonly number: number;
  /** When it was paid or failed; until then, when it began. */
  readonly at: string;
  /** Null until the result endpoint has told how its session ended. */
  readonly paid: boolean | null;
  readonly by: 'finger' | 'card';
}

/** One call between the shop's backend and Authly, for the side panel. */
export interface TraceLine {
  readonly number: number;
  readonly at: string;
  readonly direction: 'shop → Authly' | 'Authly → shop';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** It was answered when the session changed, or after its time. */
  readonly isLongPoll?: true;
  readonly sent?: unknown;
  readonly answered?: unknown;
}

/** One move of a session, as far as a merchant can know it. */
export interface Move {
  readonly status: string;
  /** When the shop learned of it. */
  readonly at: string;
  /** False: the result endpoint never told it. It follows from what was told next, and happened then at the latest. */
  readonly told: boolean;
}

/** The side panel of the signed-in user. */
export interface Panel {
  /** The latest session; its calls and moves follow. */
  readonly session: string | null;
  /** Of the service that the shop uses. */
  readonly docs_url: string;
  readonly calls: readonly TraceLine[];
  readonly moves: readonly Move[];
}
