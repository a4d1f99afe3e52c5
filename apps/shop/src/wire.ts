export interface Order {
  readonly number: number;
  /** When it was paid or failed; until then, when it was created. */
  readonly at: string;
  readonly paid: boolean | null;
  readonly by: 'finger' | 'card';
}

export interface TraceLine {
  readonly number: number;
  readonly at: string;
  readonly direction: 'shop → Authly' | 'Authly → shop';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly isLongPoll?: true;
  readonly sent?: unknown;
  readonly answered?: unknown;
}

export interface Panel {
  readonly session: string | null;
  readonly docs_url: string;
  readonly calls: readonly TraceLine[];
}
