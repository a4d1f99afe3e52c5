// `npm run bench -- <name> [options]` measures; `npm run bench -- all` measures everything and writes docs/benchmarks.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBadOption } from '../../test/command-line.ts';
import { say, type Bench } from './bench.ts';
import { help, parse } from './options.ts';
import { asMarkdown, asText, machine, type Report } from './report.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');
const NAMES = ['api', 'bio', 'hosted', 'growth', 'fingerprint'] as const;

const [name = '--help', ...args] = process.argv.slice(2);
try {
  if (name === 'all') await runAll(args);
  else if (isName(name)) await runOne(name, args);
  else {
    say('Usage: npm run bench -- <name> [options]; --help after a name lists its options\n');
    for (const each of NAMES) say(`  ${each.padEnd(14)}${(await load(each)).summary}`);
    say(`  ${'all'.padEnd(14)}every bench with every part; writes docs/benchmarks.md (--quick, --json)`);
    process.exitCode = name === '--help' ? 0 : 2;
  }
} catch (error) {
  if (!isBadOption(error)) throw error;
  say(error.message);
  process.exitCode = 2;
}

async function runOne(bench: (typeof NAMES)[number], args: string[]): Promise<void> {
  const loaded = await load(bench);
  const { chosen, flags } = parse(loaded, args);
  if (flags.has('help')) return say(help(bench, loaded));
  const report: Report = { bench, tables: await loaded.run(chosen) };
  console.log(flags.has('json') ? JSON.stringify({ machine: machine(), ...report }) : asText(report));
}

async function runAll(args: string[]): Promise<void> {
  const reports: Report[] = [];
  let flags: ReadonlySet<string> = new Set();
  for (const bench of NAMES) {
    const loaded = await load(bench);
    const parsed = parse(loaded, args, { all: true });
    flags = parsed.flags;
    if (flags.has('help')) return say('npm run bench -- all [--store NAME] [--quick] [--json]');
    say(`── ${bench} ──`);
    reports.push({ bench, tables: await loaded.run(parsed.chosen) });
  }
  writeFileSync(PAGE, asMarkdown(reports, { date: new Date(), quick: flags.has('quick') }));
  console.log(flags.has('json') ? JSON.stringify({ machine: machine(), reports }) : reports.map(asText).join('\n\n'));
}

function isName(text: string): text is (typeof NAMES)[number] {
  return (NAMES as readonly string[]).includes(text);
}

async function load(bench: (typeof NAMES)[number]): Promise<Bench> {
  const module = (await import(`./${bench}/index.ts`)) as { default: Bench };
  return module.default;
}
