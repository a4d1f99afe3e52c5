import { startChild, type Child } from './child.ts';
import { ClientSupply } from './clients.ts';
import type { Memory, Usage } from './usage.ts';

export interface Setup {
  readonly folder: string;
  /** Absent: SQLite in the folder. */
  readonly databaseUrl?: string | undefined;
  readonly certFile: string;
  readonly keyFile: string;
  readonly merchantId: string;
  /** Absent: one of its own. Processes on one store share it. */
  readonly masterKey?: string;
}

export interface Started {
  readonly port: number;
}

/** A server under load: the service, the floor beside it, which understands the same requests, or oidc-provider, which gives tokens alone. */
export type TargetKind = 'service' | 'floor' | 'oidc';

export interface Target extends Started {
  readonly clients: ClientSupply;
  usage(): Promise<Usage>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

export async function startTarget(kind: TargetKind, setup: Setup, logFile: number): Promise<Target> {
  const child: Child = startChild(new URL(`${kind}-process.ts`, import.meta.url), logFile);
  try {
    const { port } = await child.ask<Started>('start', setup);
    return {
      port,
      clients: new ClientSupply((clients) => child.ask('addClients', { merchantId: setup.merchantId, clients })),
      usage: () => child.ask('usage'),
      memory: () => child.ask('memory'),
      stop: () => child.stop(),
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
