import { join } from 'node:path';
import { main } from '../../packages/merchant/src/bio-check/main.ts';
import { freePorts } from '../../test/free-port.ts';
import type { Commands } from './languages.ts';
import { startBioApi } from './processes.ts';

/** The runner's users, and what their enrollments are called. */
const LEAK = /bio-check-|features/;

/** `authly-bio-check --strict` against an example. Its last line, or an error with what failed. */
export async function checkBioApi(name: string, bioApi: Commands['bioApi'], folder: string): Promise<string> {
  const [port, keysPort] = (await freePorts(2)) as [number, number];
  const merchantId = `mch_example_${name}`;
  const serviceUrl = `http://127.0.0.1:${keysPort}`;
  const server = await startBioApi(bioApi, { port, merchantId, serviceUrl, dataDir: join(folder, 'checked') });
  let [report, complaint] = ['', ''];
  try {
    const argv = [`http://127.0.0.1:${port}/bio`, '--merchant-id', merchantId, '--keys-port', String(keysPort)];
    const code = await main([...argv, '--strict', '--timeout', '20000'], {
      stdout: { write: (text) => (report += text) },
      stderr: { write: (text) => (complaint += text) },
    });
    if (LEAK.test(server.said())) throw new Error('it logs a user or features');
    if (code === 0) return `authly-bio-check --strict: ${report.trim().split('\n').at(-1)}`;
  } finally {
    await server.end();
  }
  const lines = report.split('\n').filter((line) => /^ {2}(?:FAIL|WARN)|^ {9}/.test(line));
  throw new Error(`authly-bio-check --strict:\n${lines.join('\n') || complaint}`);
}
