/** The tab's own storage, which survives a reload. Browsers may forbid it: even the look at it throws then. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
