/** A path of the contract as Fastify writes it, with `:session_id`. Metrics have it as their label `route`. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
