import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { OLDEST_BROWSERS, type BrowserName } from '../../apps/sandbox/src/build-pages/oldest-browsers.ts';

const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
export const DATA = JSON.parse(readFileSync(file, 'utf8')) as CompatData;

/** The features inside a feature. */
export const parts = (feature: Identifier): [name: string, part: Identifier][] =>
  Object.entries(feature).filter(([name]) => name !== '__compat') as [string, Identifier][];

/** The first named browser that lacks the feature, with the version that has it. Undefined for unknown features. */
export function lackedBy(feature: Identifier | undefined): string | undefined {
  const compat = feature?.__compat;
  if (compat === undefined) return undefined;
  const names = Object.keys(OLDEST_BROWSERS) as BrowserName[];
  const lacking = names.find((name) => !statements(compat, name).some((each) => isIn(each, OLDEST_BROWSERS[name])));
  if (lacking === undefined) return undefined;
  const [{ version_added: added } = { version_added: false }] = statements(compat, lacking);
  return `${lacking} ${OLDEST_BROWSERS[lacking]} (${added || 'no version'} has it)`;
}

const statements = ({ support }: CompatStatement, name: BrowserName): readonly SimpleSupportStatement[] =>
  [support[name] ?? []].flat();

/** A prefix or another name would not help code that uses the standard's name. */
function isIn(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName } = statement;
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || otherName) return false;
  return isAtLeast(version, added) && !(typeof removed === 'string' && isAtLeast(version, removed));
}

function isAtLeast(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.replace('≤', '').split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor >= otherMinor);
}
