import type { CallResult } from '@authly/service/operator/console/calls.ts';

export type KeyView = CallResult<'keys list'>[number];

interface PurposeWords {
  readonly title: string;
  /** When a key is removed at once. */
  readonly stops: string;
}

export const PURPOSES: Readonly<Record<KeyView['purpose'], PurposeWords>> = {
  'bio-signing': {
    title: 'Signs calls to merchants',
    stops: 'Merchants that pinned it reject calls until they fetch the list of keys again.',
  },
  'access-token': {
    title: 'Signs access tokens',
    stops: 'Access tokens that it signed stop working; merchants request new ones.',
  },
  'hosted-token': { title: 'Protects links to hosted pages', stops: 'Pages that are open now stop working.' },
  'audit-head': { title: 'Signs exports of the audit log', stops: 'Exports that it signed no longer verify.' },
  'capture-sealing': {
    title: 'Encrypts enrollments',
    stops: 'Enrollments sealed with it stop working: those users enroll again.',
  },
};
