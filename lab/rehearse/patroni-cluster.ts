import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, freePorts } from '../../test/free-port.ts';
import { installed } from '../../tools/debian-package.ts';
import { PatroniNode, type Member } from './patroni-node.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { killed, say, until } from '../fixture/waiting.ts';

const PROGRAMS = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };
const HAPROXY = join(import.meta.dirname, '..', '..', 'deploy', 'patroni', 'haproxy.cfg');

export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Names every server. */
  readonly url: string;
  /** Names the proxy alone. */
  readonly proxyUrl: string;

  private constructor(nodes: readonly PatroniNode[], proxyPort: number) {
    this.nodes = nodes;
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join();
    this.url = `postgres://authly:authly@${hosts}/postgres?target_session_attrs=read-write`;
    this.proxyUrl = `postgres://authly:authly@127.0.0.1:${proxyPort}/postgres`;
  }

  static async start(tools: PostgresTools, cleanup: AsyncDisposableStack): Promise<PatroniCluster> {
    installed(PROGRAMS);
    say('etcd, HAProxy and three nodes start …');
    const folder = mkdtempSync(join(tmpdir(), 'authly-etcd-'));
    cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
    const etcd = await startEtcd(folder, cleanup);
    const nodes: PatroniNode[] = [];
    for (const name of ['one', 'two', 'three']) {
      const [postgres, rest] = await freePorts(2);
      const node = new PatroniNode(tools, name, { postgres: postgres!, rest: rest!, etcd });
      cleanup.defer(() => node.remove());
      nodes.push(node);
    }
    const cluster = new PatroniCluster(nodes, await startProxy(nodes, folder, cleanup));
    nodes[0]!.start();
    await cluster.primary();
    nodes[1]!.start();
    nodes[2]!.start();
    await cluster.untilWhole();
    return cluster;
  }

  primary(former?: PatroniNode): Promise<PatroniNode> {
    return this.#until(former === undefined ? 'a primary' : `another primary than ${former.name}`, async () => {
      const others = this.nodes.filter((node) => node !== former);
      const isPrimary = await Promise.all(others.map((node) => node.isPrimary()));
      return others[isPrimary.indexOf(true)];
    });
  }

  /** Waits until every node replicates and one of them is a synchronous standby. */
  async untilWhole(): Promise<void> {
    const isWhole = async (): Promise<true | undefined> => {
      const members = await this.#members();
      const follow = members.filter(({ state }) => state === 'running' || state === 'streaming');
      const isSynchronous = members.some(({ role }) => role === 'sync_standby');
      return (follow.length === this.nodes.length && isSynchronous) || undefined;
    };
    await this.#until('three nodes, one of them a synchronous standby', isWhole);
  }

  async #members(): Promise<readonly Member[]> {
    const seen = await Promise.all(this.nodes.map((node) => node.members()));
    return seen.find(({ length }) => length > 0) ?? [];
  }

  /** A timeout error includes Patroni's logs. */
  async #until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    try {
      return await until(what, look);
    } catch (error) {
      const members = (await this.#members()).map(({ name, role, state }) => `${name}: ${role}, ${state}`);
      const logs = this.nodes.map((node) => `── ${node.name} ──\n${node.lastLines()}`);
      throw new Error([(error as Error).message, members.join('; '), ...logs].join('\n'), { cause: error });
    }
  }
}

async function startEtcd(folder: string, cleanup: AsyncDisposableStack): Promise<number> {
  const [port, peerPort] = await freePorts(2);
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const own = ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', url, '--advertise-client-urls', url];
  const peers = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
  const args = [...own, ...peers, '--initial-cluster', `default=${peerUrl}`];
  // Debian's etcd 3.4 needs this on arm64.
  const arch = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {};
  const child = spawn('etcd', args, { stdio: 'ignore', env: { ...process.env, ...arch } });
  cleanup.defer(() => killed(child));
  await until('etcd', async () => ((await fetch(`${url}/health`).catch(() => undefined))?.ok ? true : undefined));
  return port!;
}

/** The shipped configuration, with the ports of these nodes. */
async function startProxy(
  nodes: readonly PatroniNode[],
  folder: string,
  cleanup: AsyncDisposableStack,
): Promise<number> {
  const port = await freePort();
  let text = readFileSync(HAPROXY, 'utf8').replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`);
  for (const node of nodes)
    text = text.replace(
      `${node.name}.example:5432 check port 8008`,
      `127.0.0.1:${node.port} check port ${node.restPort}`,
    );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  cleanup.defer(() => killed(child));
  return port;
}
