export function helpIfAsked(text: string): void {
  if (!process.argv.slice(2).some((each) => each === '--help' || each === '-h')) return;
  console.log(text);
  process.exit();
}

export const secondsSince = (instant: number): string => ((Date.now() - instant) / 1000).toFixed(1);
