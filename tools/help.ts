/** For whoever asks what a command does, which would otherwise do it, for minutes. */
export function helpIfAsked(text: string): void {
  if (!process.argv.slice(2).some((each) => each === '--help' || each === '-h')) return;
  console.log(text);
  process.exit();
}
