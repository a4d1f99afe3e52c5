import type { KeyObject } from 'node:crypto';
import { LINK_VIAS, type LinkVia } from '@authly/contract/wire/hosted/links';
import { LIMITS } from '@authly/contract/wire/limits';
import { isSessionId } from '../session/session-id.ts';
import type { Instant } from '../session/session.ts';
import { isSameText, mac } from './mac.ts';

export interface LinkClaim {
  readonly sessionId: string;
  readonly via: LinkVia;
  readonly issuedAt: Instant;
  /** Issued in advance together with the current one. */
  readonly isNext: boolean;
}

/** Not a digit of base 36. */
const NEXT = 'N';

/** Contains its proof, so that a rotation needs no write. A session is claimed once, so the token is redeemed once. */
export const linkToken = (secret: KeyObject, { sessionId, via, issuedAt, isNext }: LinkClaim): string => {
  const text = `${sessionId}.${via}.${issuedAt.toString(36)}${isNext ? NEXT : ''}`;
  return `${text}.${proof(secret, text)}`;
};

export function readLinkToken(token: string): LinkClaim | undefined {
  const [sessionId = '', via = '', time = '', ...rest] = token.split('.');
  if (
    rest.length !== 1 ||
    !isSessionId(sessionId) ||
    !(LINK_VIAS as readonly string[]).includes(via) ||
    !/^[0-9a-z]{1,10}N?$/.test(time)
  )
    return undefined;
  return {
    sessionId,
    via: via as LinkVia,
    issuedAt: Number.parseInt(time.replace(NEXT, ''), 36),
    isNext: time.endsWith(NEXT),
  };
}

export function isLinkToken(secret: KeyObject, token: string): boolean {
  const end = token.lastIndexOf('.');
  return isSameText(proof(secret, token.slice(0, end)), token.slice(end + 1));
}

export const linkExpiry = (claim: LinkClaim): Instant => claim.issuedAt + LIMITS.linkTokenLifeMs;

const proof = (secret: KeyObject, text: string): string => mac(secret, `authly:link:v1:${text}`);
