import { OPERATIONS } from '@authly/contract/operation-table';
import type { Instant } from '../session/session.ts';

const KEY_LIST = `${OPERATIONS.listSigningKeys.method} ${OPERATIONS.listSigningKeys.path}`;

const KST_OFFSET_MS = 9 * 60 * 60 * 1000;

const minute = (instant: Instant): string => new Date(instant).toISOString().slice(0, 16).replace('T', ' ');

/** Both time zones, as the contract requires: `2026-11-22 18:00 KST (2026-11-22 09:00 UTC)`. */
export const inBothZones = (instant: Instant): string =>
  `${minute(instant + KST_OFFSET_MS)} KST (${minute(instant)} UTC)`;

export function rotationNotice(rotation: {
  oldKeyId: string;
  newKeyId: string;
  switchAt: Instant;
  removalAt: Instant;
}): string {
  return [
    'Planned rotation of the Authly signing key',
    '',
    `New key id:          ${rotation.newKeyId}`,
    `Switch:              ${inBothZones(rotation.switchAt)}`,
    `Old key id:          ${rotation.oldKeyId}`,
    `Removal of old key:  ${inBothZones(rotation.removalAt)}`,
    '',
    `From the switch on, calls to your Bio API are signed with the new key, and ${KEY_LIST} lists it as active.`,
    '',
    'The old key stays listed as retiring until its removal. If you fetch the list again on an unknown key id, as the contract requires, no action is needed. If you pin keys, add the new one between the switch and the removal.',
  ].join('\n');
}

export function emergencyNotice(rotation: { suspectKeyId: string; newKeyId: string; at: Instant }): string {
  return [
    'URGENT: emergency rotation of the Authly signing key',
    '',
    `Removed key id:      ${rotation.suspectKeyId}`,
    `New key id:          ${rotation.newKeyId}`,
    `Switched:            ${inBothZones(rotation.at)}`,
    '',
    `The removed key may be compromised. It is no longer published and must not be trusted: delete it from every cache and pin now, and fetch ${KEY_LIST} again. There is no overlap.`,
    '',
    'Calls signed with the removed key after the switch were not sent by Authly: please tell us if you received any.',
  ].join('\n');
}
