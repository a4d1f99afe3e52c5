import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { serverFolder, type PostgresTools } from './postgres-tools.ts';

const DCS = join(import.meta.dirname, '..', '..', 'deploy', 'patroni', 'dcs.yaml');

export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** One Postgres server with the Patroni that looks after it. */
export class PatroniNode {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly #tools: PostgresTools;
  readonly #folder: string;
  #patroni: ChildProcess | undefined;
  #frozen: readonly number[] = [];

  constructor(tools: PostgresTools, name: string, ports: { postgres: number; rest: number; etcd: number }) {
    this.name = name;
    this.port = ports.postgres;
    this.restPort = ports.rest;
    this.#tools = tools;
    this.#folder = serverFolder(tools, 'authly-patroni-');
    writeFileSync(this.#file, JSON.stringify(this.#settings(ports.etcd)));
  }

  get #file(): string {
    return join(this.#folder, 'patroni.yaml');
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
      bootstrap: { dcs: parse(readFileSync(DCS, 'utf8')) as object, initdb: [{ encoding: 'UTF8' }, 'data-checksums'] },
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
    this.#patroni = spawn('patroni', [this.#file], { cwd: this.#folder, stdio: 'ignore', ...this.#tools.as });
  }

  /** Undefined where no good answer came within a second. */
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

  /** Hands over to a standby; whether it did shows in who is primary. */
  switchOver(): void {
    const body = JSON.stringify({ leader: this.name });
    fetch(this.#rest('/switchover'), { method: 'POST', body }).catch(() => {});
  }

  /** As a machine that loses its power: Patroni, the server and its backends at once. */
  async kill(): Promise<void> {
    const ended = this.#patroni && once(this.#patroni, 'exit');
    for (const pid of this.#processes()) signal(pid, 'SIGKILL');
    await ended;
    this.#patroni = undefined;
  }

  /** As a machine that hangs. */
  freeze(): void {
    this.#frozen = this.#processes();
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP');
  }

  wake(): void {
    for (const pid of this.#frozen) signal(pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    if (this.#patroni) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #processes(): number[] {
    const server = Number(readOr(join(this.#folder, 'data', 'postmaster.pid')).split('\n')[0]);
    return [this.#patroni?.pid ?? 0, server, ...childrenOf(server)].filter((pid) => pid > 1);
  }
}

/** It may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

function childrenOf(parent: number): number[] {
  const isChild = (pid: string): boolean => readOr(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === `${parent}`;
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .map(Number);
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
