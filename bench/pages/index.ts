// How long a person on a slow phone waits for the pages: `npm run bench -- pages`.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '../../tools/build-pages/build.ts';
import { Calls } from '../hosted/calls.ts';
import { folderAndCertificates, startServer } from '../hosted/stage.ts';
import type { Bench } from '../main.ts';
import { numberOption } from '../../tools/number-option.ts';
import { table } from '../../tools/table.ts';
import { SlowPhone, SLOWDOWN, type Visit } from './phone.ts';

const HELP = `npm run bench -- pages [options]

Opens the hosted page and the app page in Chromium as a slow phone does that was never here: the processor ${SLOWDOWN} times slower, 1.6 Mbit/s
down and 750 kbit/s up, 150 ms there and back. The network is made of a door that holds back packets, so that connections, TLS and TCP's
slow start take their round trips as well; the look-up of the name does not. Interactive: from the first packet until what leads on can be pressed,
and is painted.

  --times N           visits of each page (5)
  --json              one JSON object instead of the table
`;

const AIM_MS = 1000;
/** What leads on: into the app, and there to the capture. */
const ACTABLE = { hosted: 'a.main[href*="#link="]', app: '[data-screen="consent"] button.main' };
const ENGINE = /engine-worker/;

interface PageReport {
  readonly page: string;
  readonly visits: readonly Visit[];
}

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      times: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.error(HELP);
  const reports = await measure(numberOption('times', values.times, 1, 100));
  console.log(values.json ? JSON.stringify({ aimMs: AIM_MS, pages: reports }) : asTable(reports));
}

async function measure(times: number): Promise<PageReport[]> {
  await using cleanup = new AsyncDisposableStack();
  await buildPages({ only: ['hosted page', 'app page'] });
  const { folder, certificates } = await folderAndCertificates(cleanup);
  const masterKey = randomBytes(32).toString('base64');
  const service = await startServer(cleanup, 'service-process.ts', join(folder, 'service'), {
    ...certificates,
    masterKey,
    maxConnections: 10_000,
  });
  const client = { merchantId: 'm_bench', clientId: 'c_bench', clientSecret: randomBytes(32).toString('base64url') };
  await service.child.ask('addClient', client);
  const calls = new Calls(certificates.ca);
  cleanup.defer(() => calls.close());
  const phone = cleanup.use(await SlowPhone.start(service.port));
  const sessions = await calls.create(service.port, client, (times + 1) * 2);
  const hosted: Visit[] = [];
  const app: Visit[] = [];
  for (let i = 0; i <= times; i++) {
    hosted.push(await phone.visit(`/hosted/#token=${sessions[2 * i]!.token}`, ACTABLE.hosted));
    const link = await calls.link(service.port, sessions[2 * i + 1]!);
    app.push(await phone.visit(`/app/#link=${link}`, ACTABLE.app, ENGINE));
  }
  // The first does not count: the service and the browser have to find their own files.
  return [
    { page: 'hosted page', visits: hosted.slice(1) },
    { page: 'app page', visits: app.slice(1) },
  ];
}

function asTable(reports: readonly PageReport[]): string {
  const rows = reports.map(({ page, visits }) => {
    const middle = (of: (visit: Visit) => number | undefined): number =>
      visits.map((visit) => of(visit) ?? 0).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)]!;
    const interactive = middle(({ interactiveMs }) => interactiveMs);
    return [
      page,
      interactive.toFixed(0),
      Math.max(...visits.map(({ interactiveMs }) => interactiveMs)).toFixed(0),
      middle(({ firstPaintMs }) => firstPaintMs).toFixed(0),
      String(middle(({ requests }) => requests)),
      (middle(({ bytes }) => bytes) / 1024).toFixed(1),
      middle(({ mainThreadMs }) => mainThreadMs).toFixed(0),
      visits[0]!.engineMs === undefined ? '-' : middle(({ engineMs }) => engineMs).toFixed(0),
      page === 'hosted page' ? (interactive <= AIM_MS ? 'yes' : 'NO') : '-',
    ];
  });
  return [
    `A slow phone: processor ${SLOWDOWN} times slower, 1.6 Mbit/s, 150 ms there and back; cold. Aim: the hosted page interactive within ${AIM_MS} ms. Medians in ms.`,
    '',
    table(
      ['page', 'interactive', 'slowest', 'first paint', 'requests', 'KB', 'main thread', 'engine there', 'holds'],
      rows,
    ),
  ].join('\n');
}

export default {
  summary: 'how long a person on a slow phone waits for the hosted page and the app page',
  run,
} satisfies Bench;
