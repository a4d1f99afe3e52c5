/** What one rehearsal showed. */
export interface Rehearsed {
  readonly rehearsed: string;
  readonly holds: boolean;
  readonly measured: Readonly<Record<string, string | number>>;
}

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);
