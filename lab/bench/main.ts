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
const isAll = name === 'all';
const names = NAMES.filter((each) => isAll || each === name);
try {
  if (names.length > 0) await runEach();
  else {
    say('Usage: npm run bench -- <name> [options]; --help after a name lists its options\n');
    for (const each of NAMES) say(`  ${each.padEnd(14)}${(await load(each)).summary}`);
    say(`  ${'all'.padEnd(14)}every bench with every part; writes docs/benchmarks.md (--store, --quick, --json)`);
    process.exitCode = name === '--help' ? 0 : 2;
  }
} catch (error) {
  if (!isBadOption(error)) throw error;
  say(error.message);
  process.exitCode = 2;
}

async function runEach(): Promise<void> {
  const reports: Report[] = [];
  let flags: ReadonlySet<string> = new Set();
  for (const bench of names) {
    const loaded = await load(bench);
    const parsed = parse(loaded, args, isAll);
    flags = parsed.flags;
    if (flags.has('help')) return say(help(name, loaded));
    say(`── ${bench} ──`);
    reports.push({ bench, tables: await loaded.run(parsed.chosen) });
  }
  if (isAll) writeFileSync(PAGE, asMarkdown(reports, { date: new Date(), quick: flags.has('quick') }));
  const json = { machine: machine(), ...(isAll ? { reports } : reports[0]) };
  console.log(flags.has('json') ? JSON.stringify(json) : reports.map(asText).join('\n\n'));
}

async function load(bench: (typeof NAMES)[number]): Promise<Bench> {
  const module = (await import(`./${bench}/index.ts`)) as { default: Bench };
  return module.default;
}
