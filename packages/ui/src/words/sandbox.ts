/** For developers, in a sandbox or on localhost: in English. */
export const sandbox = {
  local_code: 'A phone can’t open localhost. Start the sandbox with this command, then scan the code:',
  source_synthetic: 'Samples',
  synthetic_lead: 'Synthetic fingers, in the sandbox only.',
  synthetic_more: 'Try a wrong finger',
  synthetic_person: 'Person',
  synthetic_person_a: 'Person A',
  synthetic_person_b: 'Person B',
  synthetic_finger: 'Finger',
  synthetic_smudged: 'Smudged capture',
} as const;
