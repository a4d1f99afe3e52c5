import { SETTINGS } from './settings.ts';
import type { Env } from './setting-reader.ts';

/** Variables of other programs of this repository and of merchants' backends, and those that Kubernetes sets for a service named `authly`. */
const OTHERS = /^AUTHLY_(?:TEST|READER|MERCHANT|CLIENT|CA)_|_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/;
const MAX_DIFFERENCES = 3;

/** Such variables are reported, not rejected: another program may use them. */
export function unknownSettings(env: Env) {
  return Object.keys(env)
    .filter((name) => name.startsWith('AUTHLY_') && !(name in SETTINGS) && !OTHERS.test(name))
    .map((setting) => {
      const meant = closest(setting);
      return { setting, ...(meant !== undefined && { did_you_mean: meant }) };
    });
}

function closest(name: string): string | undefined {
  const ranked = Object.keys(SETTINGS).map((known) => ({ known, differences: differences(name, known) }));
  ranked.sort((a, b) => a.differences - b.differences);
  return ranked[0]!.differences <= MAX_DIFFERENCES ? ranked[0]!.known : undefined;
}

/** Levenshtein distance. */
function differences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
