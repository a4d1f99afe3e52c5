/** How many touches an app asks for: three at an enrollment find a finger again more often than one. */
export const TOUCHES = { enroll: 3, verify: 1 } as const;
