import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { serverFolder, type PostgresTools } from './postgres-tools.ts';
import { killed, say } from '../fixture/waiting.ts';

const DCS_FILE = join(import.meta.dirname, '..', '..', 'deploy', 'patroni', 'dcs.yaml');
export const DCS = parse(readFileSync(DCS_FILE, 'utf8')) as { readonly ttl: number };

const LAST_LINES = 12;
const SWITCHOVER_WITHIN_MS = 60_000;

export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export class PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly #tools: PostgresTools;
  readonly #folder: string;
  #patroni: ChildProcess | undefined;

  constructor(tools: PostgresTools, name: string, ports: { postgres: number; rest: number; etcd: number }) {
    this.name = name;
    this.port = ports.postgres;
    this.restPort = ports.rest;
    this.#tools = tools;
    this.#folder = serverFolder(tools, 'authly-patroni-');
    writeFileSync(join(this.#folder, 'patroni.yaml'), JSON.stringify(this.#settings(ports.etcd)));
  }

  /** JSON is YAML. */
  #settings(etcdPort: number): object {
    const own = { username: 'authly', password: 'authly' };
    const replication = { username: 'replicator', password: 'authly' };
    const rest = `127.0.0.1:${this.restPort}`;
    return {
      scope: 'authly',
      name: this.name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { hosts: `127.0.0.1:${etcdPort}` },
      bootstrap: { dcs: DCS, initdb: [{ encoding: 'UTF8' }, 'data-checksums'] },
      postgresql: {
        listen: `127.0.0.1:${this.port}`,
        connect_address: `127.0.0.1:${this.port}`,
        data_dir: join(this.#folder, 'data'),
        bin_dir: dirname(this.#tools.postgres),
        pgpass: join(this.#folder, 'pgpass'),
        authentication: { superuser: own, replication, rewind: own },
        pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
        parameters: { unix_socket_directories: this.#folder, password_encryption: 'scram-sha-256' },
      },
    };
  }

  start(): void {
    const log = openSync(join(this.#folder, 'patroni.log'), 'a');
    const stdio = ['ignore', log, log] as const;
    this.#patroni = spawn('patroni', ['patroni.yaml'], { cwd: this.#folder, stdio: [...stdio], ...this.#tools.as });
    closeSync(log);
  }

  lastLines(): string {
    return readFileSync(join(this.#folder, 'patroni.log'), 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  }

  /** Undefined without a success within a second. */
  async #ask(path: string): Promise<unknown> {
    try {
      const answer = await fetch(this.#rest(path), { signal: AbortSignal.timeout(1000) });
      return answer.ok ? await answer.json() : undefined;
    } catch {
      return undefined;
    }
  }

  #rest(path: string): string {
    return `http://127.0.0.1:${this.restPort}${path}`;
  }

  async isPrimary(): Promise<boolean> {
    return (await this.#ask('/primary')) !== undefined;
  }

  async members(): Promise<readonly Member[]> {
    return ((await this.#ask('/cluster')) as { members: Member[] } | undefined)?.members ?? [];
  }

  /** Hands over to a standby. Patroni refuses while none has caught up, and answers when it is done. */
  async switchOver(): Promise<void> {
    const [body, signal] = [JSON.stringify({ leader: this.name }), AbortSignal.timeout(SWITCHOVER_WITHIN_MS)];
    while (!signal.aborted) {
      const answer = await fetch(this.#rest('/switchover'), { method: 'POST', body, signal }).catch(() => undefined);
      // The node may stop before it answers. The role of each node shows the result.
      if (answer === undefined || answer.ok) return;
      say(`Patroni refuses the switchover: ${(await answer.text()).slice(0, 200)}`);
      await pause(1000);
    }
  }

  /** As a machine that loses its power: Patroni, the server and its backends at once. */
  async kill(): Promise<void> {
    this.signal('SIGSTOP');
    this.signal('SIGKILL');
    if (this.#patroni) await killed(this.#patroni);
    this.#patroni = undefined;
  }

  /** To Patroni, its server and the server's backends. SIGSTOP is a machine that hangs, SIGCONT its return. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    const send = (pid: number): void => {
      try {
        process.kill(pid, name);
      } catch {
        // The process has ended.
      }
    };
    processesIn(this.#folder).forEach(send);
    // Again for the processes that these started meanwhile.
    processesIn(this.#folder).forEach(send);
  }

  async remove(): Promise<void> {
    if (this.#patroni) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && workingFolder(pid).startsWith(folder))
    .map(Number);

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
