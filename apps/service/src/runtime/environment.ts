/** A process and a store serve one environment. */
export const ENVIRONMENTS = ['test', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
