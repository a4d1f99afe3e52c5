/** What one rehearsal came to. */
export interface Figures {
  readonly rehearsed: string;
  readonly holds: boolean;
  readonly figures: Readonly<Record<string, string | number>>;
}

export const notRun = (rehearsed: string, why: string): Figures => ({
  rehearsed,
  holds: true,
  figures: { 'not run': why },
});
