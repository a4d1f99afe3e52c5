// `npm run pictures`: runs the journeys with screenshots, copies one of each screen into the docs and writes docs/screens.md.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpIfAsked } from './command.ts';

helpIfAsked(`npm run pictures

Runs the journeys in a browser and takes screenshots in out/journeys, copies one of each screen to docs/pictures and writes
docs/screens.md. Takes a few minutes.`);
const root = join(import.meta.dirname, '..');
const seen = join(root, 'out', 'journeys');
const kept = join(root, 'docs', 'pictures');

/** One picture of each screen; the others stay in `out/journeys`. */
const CHAPTERS: readonly {
  readonly title: string;
  readonly text: string;
  readonly folder: string;
  readonly look: RegExp;
  readonly width: number;
}[] = [
  {
    title: 'The shop',
    text: 'What a merchant builds with the SDKs.',
    folder: 'shop',
    look: /^\d+ (?:signed in|waiting|enrolled|Paid Thank you|Not paid)\.png$/,
    width: 560,
  },
  {
    title: 'The hosted page',
    text: 'What `popup_url` opens, on a desktop.',
    folder: 'hosted',
    look: /, popup\.png$/,
    width: 240,
  },
  {
    title: 'The app',
    text: 'What the QR code opens, on a phone. The fingers are synthetic.',
    folder: 'app',
    look: /, phone\.png$/,
    width: 220,
  },
];

rmSync(seen, { recursive: true, force: true });
const journeys = spawnSync('vitest', ['run', 'test/journeys'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, AUTHLY_TESTS_PICTURES: '1' },
});
if (journeys.status !== 0) process.exit(1);
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
const chapters = CHAPTERS.map(({ title, text, folder, look, width }) => {
  const names = readdirSync(join(seen, folder))
    .filter((name) => look.test(name))
    .sort();
  const pictures = names.map((name) => {
    const file = `${folder}-${name
      .replace(/\.png$/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')}.png`;
    copyFileSync(join(seen, folder, name), join(kept, file));
    const words = name.replace(/^\d+ /, '').replace(/(?:, (?:popup|phone))?\.png$/, '');
    const caption = words.charAt(0).toUpperCase() + words.slice(1);
    return `<figure><img src="pictures/${file}" width="${width}" alt="${title}: ${caption}"><figcaption>${caption}</figcaption></figure>`;
  });
  return `## ${title}\n\n${text}\n\n${pictures.join('\n')}`;
});
writeFileSync(
  join(root, 'docs', 'screens.md'),
  `# Screens\n\nEvery screen of the shop, the hosted page and the app, as the browser tests see them. \`npm run pictures\` takes new pictures.\n\n${chapters.join('\n\n')}\n`,
);
console.log(`${readdirSync(kept).length} pictures`);
