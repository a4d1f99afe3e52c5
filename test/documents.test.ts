import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { slug } from '../apps/docs/src/markdown-page.ts';
import { PORTS } from '../apps/sandbox/src/free-ports.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules', 'out', '.authly', '**/dist'] });
const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** GitHub makes the same anchors from headings. */
const anchorsOf = (file: string): string[] => [
  ...[...read(file).matchAll(/^#{1,6} (.*)$/gm)].map(([, title]) => slug(title!.replaceAll(/<[^>]*>|[`*]/g, ''))),
  ...[...read(file).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!),
];

it.each(documents)('every link and picture of %s leads to a file of the repository, and to a heading of it', (file) => {
  const links = [...withoutCode(read(file)).matchAll(/\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source!)
    .filter((link) => !/^(?:[a-z]+:|\/)/.test(link));
  const isBroken = (link: string): boolean => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  };
  expect(links.filter(isBroken)).toEqual([]);
});

/** These names are not registered on npm: anybody could register them. */
const FROM_A_REGISTRY =
  /\b(?:npm (?:install|i|add|exec)|pnpm (?:add|dlx)|yarn (?:add|dlx)|npx|bunx)\b[^\n`#]*?(?:[ =]@authly\/|(?<!--no-install )authly-(?:bio-check|reader))/;

it.each(documents)('%s uses no unregistered package name of ours', (file) => {
  expect(
    read(file)
      .split('\n')
      .filter((line) => FROM_A_REGISTRY.test(line)),
  ).toEqual([]);
});

it('notices a command that would fetch one of our names from a registry', () => {
  for (const line of [
    'npx -p @authly/merchant authly-bio-check x',
    'npm install @authly/browser',
    'npx authly-bio-check',
    'npx authly-reader list',
  ])
    expect(line).toMatch(FROM_A_REGISTRY);
  for (const line of ['npx --no-install authly-bio-check x', 'npm install …/out/packages/authly-merchant-*.tgz'])
    expect(line).not.toMatch(FROM_A_REGISTRY);
});

it.each(globSync('docs/guides/*.md', { cwd: root }))('%s starts with the command or the code', (file) => {
  expect(read(file)).toMatch(/^# .*\n\n```/);
});

it('the README has at most 900 words', () => {
  expect(read('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(900);
});

it('every threat in SECURITY.md links to a test', () => {
  const [, threats = ''] = /^## Threats\n([^]*?)^## /m.exec(read('SECURITY.md'))!;
  const rows = threats.split('\n').filter((line) => /^\| (?!Threat \|)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => !/\.test\.ts\)[^|]*\|$|\/test\/\w+\.ts\)[^|]*\|$/.test(row))).toEqual([]);
});

it('every workspace has the version of the root, and the changelog begins with it', () => {
  const versionOf = (file: string): string => (JSON.parse(read(file)) as { version: string }).version;
  const version = versionOf('package.json');
  const workspaces = globSync('{apps/*,deploy,examples/openid,lab,packages/*,test,tools/pictures}/package.json', {
    cwd: root,
  });
  expect(workspaces.length).toBeGreaterThan(10);
  expect(workspaces.filter((file) => versionOf(file) !== version)).toEqual([]);
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
  expect(headings.find((title) => title !== 'Unreleased')).toMatch(
    new RegExp(`^${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`),
  );
});

it.each(globSync('examples/bio-api/*/README.md', { cwd: root }))(
  '%s runs next to a sandbox: on another port',
  (file) => {
    const [, port] = /authly-bio-check http:\/\/127\.0\.0\.1:(\d+)/.exec(read(file))!;
    expect(Object.values(PORTS)).not.toContain(port);
  },
);

it('every Java trust store comes with its password: without one Java reads no certificate of it', () => {
  const commands = documents.flatMap((file) => read(file).match(/java -Djavax\.net\.ssl\.trustStore=.*/g) ?? []);
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) expect(command).toContain(' -Djavax.net.ssl.trustStorePassword=');
});
