/** Where `authly-reader serve` listens on the user's computer. */
export const READER_AGENT_PORT = 9446;

/** The app connects to this origin and to no other on the user's computer. Its Content-Security-Policy says so. */
export const READER_AGENT_ORIGIN = `https://localhost:${READER_AGENT_PORT}`;
