const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** `09:58`, always as wide. Counted up to the next second, so that 00:00 means that it is over. */
export function clockFace(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}
