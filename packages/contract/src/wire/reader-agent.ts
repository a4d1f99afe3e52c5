export const READER_AGENT_PORT = 9446;

/** The only local origin in the app's Content-Security-Policy. */
export const READER_AGENT_ORIGIN = `https://localhost:${READER_AGENT_PORT}`;
