import { buildPages } from '../../apps/sandbox/src/build-pages/build.ts';
import { startProxy } from '../../deploy/test/running-proxy.ts';
import { freePort } from '../../test/free-port.ts';
import { deployBrief } from '../chaos/deployment.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { installed } from '../../tools/debian-package.ts';
import { DatabaseServer } from './database-server.ts';
import type { Rehearsed } from './options.ts';
import type { PostgresTools } from './postgres-tools.ts';
import { ProxyLoad } from './proxy-load.ts';
import { say, seconds, until } from '../fixture/waiting.ts';

const RESTARTS = 20;
const OUTAGE_MS = 10_000;

/** Two processes behind the shipped HAProxy restart in turn, under load. Then their database is away. */
export async function rehearseProxy(tools: PostgresTools, fixture: Fixture): Promise<Rehearsed> {
  installed({ haproxy: '/usr/sbin/haproxy' });
  await buildPages();
  const database = await DatabaseServer.make(tools, fixture.cleanup);
  const ports = await Promise.all([0, 1].map(async () => ({ port: await freePort(), opsPort: await freePort() })));
  const envs = ports.map(({ port, opsPort }) => ({
    AUTHLY_PORT: String(port),
    AUTHLY_OPS_PORT: String(opsPort),
    AUTHLY_TLS_CERT_FILE: '',
    AUTHLY_TLS_KEY_FILE: '',
    AUTHLY_TRUSTED_PROXIES: '127.0.0.1',
    AUTHLY_SHUTDOWN_DELAY_S: '5',
  }));
  const { services, client } = await deployBrief(fixture, { processes: 2, databaseUrl: database.url, envs });
  const proxy = fixture.cleanup.use(await startProxy('haproxy.cfg', ports));
  const load = fixture.cleanup.use(await ProxyLoad.start(proxy, client));

  const began = performance.now();
  const timesUp = (): number => proxy.log().split(' is UP').length;
  for (let i = 0; i < RESTARTS; i++) {
    const before = timesUp();
    await services[i % 2]!.end('SIGTERM');
    await services[i % 2]!.start();
    await until('HAProxy to send to it again', async () => timesUp() > before || undefined);
    say(`restart ${i + 1}: ${load.served} calls served, not served: ${load.failures.length}`);
  }
  const restartsMs = performance.now() - began;
  const { served, failures } = load.take();
  // Says which process answered, and when HAProxy noticed that it drains.
  if (failures.length > 0) say(proxy.log());

  say('the database is away …');
  await database.server.stop();
  const pages = await load.openPagesFor(OUTAGE_MS);
  await database.server.start();
  await load.untilServed();
  const outage = load.take();
  const others = outage.failures.filter((failure) => !failure.startsWith(ProxyLoad.UNAVAILABLE));
  for (const failure of new Set([...failures, ...others])) say(failure);
  return {
    rehearsed: 'restarts and a database outage behind HAProxy',
    holds: failures.length === 0 && outage.failures.length > 0 && others.length === 0 && pages.failed === 0,
    measured: {
      [`calls served in ${RESTARTS} restarts`]: served,
      'of them failed': failures.length,
      'restarts took, s': seconds(restartsMs),
      'calls in the outage: 503 as JSON with Retry-After': outage.failures.length - others.length,
      'with any other failure': others.length,
      'pages served, failed in the outage': `${pages.served}, ${pages.failed}`,
    },
  };
}
