import type { CallResult } from '@authly/service/operator/console/calls.ts';

export type KeyView = CallResult<'keys list'>[number];
type Words = Readonly<Record<KeyView['purpose'], string>>;

export const PURPOSES: Words = {
  'bio-signing': 'Signs calls to merchants',
  'access-token': 'Signs access tokens',
  'hosted-token': 'Protects links to hosted pages',
  'audit-head': 'Signs exports of the audit log',
  'capture-sealing': 'Encrypts captures and enrollments',
  'cell-transfer': 'Opens merchants that move here from another cell',
};

/** When a key is removed at once. */
export const WHAT_STOPS: Words = {
  'bio-signing': 'Merchants that pinned it reject calls until they fetch the list of keys again.',
  'access-token': 'Access tokens that it signed stop working; merchants request new ones.',
  'hosted-token': 'Pages that are open now stop working.',
  'audit-head': 'Exports that it signed no longer verify.',
  'capture-sealing': 'Enrollments sealed with it stop working: those users enroll again.',
  'cell-transfer': 'Files that were exported for it cannot be imported.',
};
