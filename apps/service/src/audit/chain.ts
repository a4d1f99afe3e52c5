import { createHash } from 'node:crypto';
import { canonicalJson } from '@authly/contract/wire/canonical-json';
import type { AuditEntry, ChainHead, NewAuditEntry } from './entry.ts';

export const BEGINNING: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/** The latest time that a JavaScript Date can hold. */
const LAST_INSTANT = 8.64e15;

/** Chains entries after `head`. Each hash covers every entry before it. */
export function chain(head: ChainHead, added: readonly NewAuditEntry[]): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (const { at, actor, action, subject, detail } of added) {
    const { seq, hash: previous } = entries.at(-1) ?? head;
    const unhashed = {
      seq: seq + 1,
      at: Math.min(Math.max(Math.trunc(at), 0), LAST_INSTANT),
      actor: storable(actor),
      action: storable(action),
      subject: storable(subject),
      detail: storable(canonicalJson(detail)),
      previous,
    };
    entries.push({ ...unhashed, hash: entryHash(unhashed)! });
  }
  return entries;
}

/** The time has the format of exports, so that an export can be verified by hand. Undefined: `chain` cannot have written these fields. */
export function entryHash(entry: Omit<AuditEntry, 'hash'>): string | undefined {
  const { seq, at, actor, action, subject, detail, previous } = entry;
  try {
    const parsed = JSON.parse(detail) as NewAuditEntry['detail'];
    if (canonicalJson(parsed) !== detail) return undefined;
    const hashed = { seq, at: new Date(at).toISOString(), actor, action, subject, detail: parsed };
    return createHash('sha256')
      .update(`authly-audit-row-v1\n${previous}\n${canonicalJson(hashed)}`)
      .digest('hex');
  } catch {
    return undefined;
  }
}

/** Both databases return this text unchanged. Otherwise an entry would look modified. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');
