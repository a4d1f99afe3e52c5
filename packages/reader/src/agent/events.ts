import type { ReaderErrorCode } from '../errors.ts';

/** What happens at the agent, for the person who sits at it. Never a code, a token or anything of a finger. */
export type AgentEvent =
  | { readonly event: 'pairing_wanted'; readonly origin: string }
  | { readonly event: 'touch_wanted'; readonly origin: string }
  | { readonly event: 'touch_taken'; readonly origin: string }
  | { readonly event: 'touch_failed'; readonly origin: string; readonly code: ReaderErrorCode };
