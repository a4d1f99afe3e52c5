/** Where the agent of a fingerprint reader answers on a person's own machine. The app page looks here and nowhere else. */
export const READER_AGENT_PORT = 9446;

/** The programs of readers that the app page looks for. */
export const LOCAL_READERS = {
  /** `authly-reader serve`. */
  agent: `https://localhost:${READER_AGENT_PORT}`,
  /** SecuGen's WebAPI client. */
  secugen: 'https://localhost:8443',
  /** DigitalPersona's host, which tells where the agent of the user who is signed in listens. */
  digitalPersona: 'https://127.0.0.1:52181',
} as const;

/** DigitalPersona's agents: the first user's on this port, further users' on the next ones. */
export const DIGITAL_PERSONA_PORTS = [9001, 9002, 9003] as const;

/** All that the app page may speak to on the machine it runs on: its Content-Security-Policy lists exactly these. */
export const LOCAL_READER_ORIGINS: readonly string[] = [
  ...Object.values(LOCAL_READERS),
  ...DIGITAL_PERSONA_PORTS.flatMap((port) => [`https://127.0.0.1:${port}`, `wss://127.0.0.1:${port}`]),
];
