import { GROUPS } from './groups.ts';

/** EVERY OPERATOR ACTION, in the order of the help. */
export const ACTIONS = (await Promise.all(Object.values(GROUPS).map(({ load }) => load()))).flat();
