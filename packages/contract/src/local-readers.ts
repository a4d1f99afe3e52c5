/** Where the agent of a fingerprint reader answers on a person's own machine. The app page looks here and nowhere else. */
export const READER_AGENT_PORT = 9446;

/** The local services of readers that the app page may speak to: its Content-Security-Policy lists exactly these. */
export const LOCAL_READERS = {
  /** `authly-reader serve`. */
  agent: `https://localhost:${READER_AGENT_PORT}`,
  /** SecuGen's WebAPI client. */
  secugen: 'https://localhost:8443',
} as const;
