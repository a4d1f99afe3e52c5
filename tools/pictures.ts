// `npm run pictures`: runs the journeys in a browser and puts each screen into docs/pictures.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpIfAsked } from './command.ts';
import { writeAnimation } from './pictures/animation.ts';
import { prepareFonts } from './pictures/fonts.ts';
import { toWebp } from './pictures/to-webp.ts';

helpIfAsked(`npm run pictures

Runs the journeys in a browser, which take pictures in out/journeys, and puts each screen into docs/pictures, with an animation of an enrollment and a payment. The fonts come from npm packages; Debian's woff2
unpacks them, its webp makes the animation. A few minutes.
docs/screens.md names each picture.`);
const root = join(import.meta.dirname, '..');
const seen = join(root, 'out', 'journeys');
const kept = join(root, 'docs', 'pictures');

/** One size of each screen. The journeys take other sizes, too. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  shop: /^\d+ (?:signed in|waiting|enrolled|Paid Thank you|Not paid)\.png$/,
  hosted: /, popup\.png$/,
  app: /, phone\.png$/,
  console: /^(?:overview, a day|sessions?, failed|add merchant, credentials|merchant, deliveries)\.png$/,
};

// Removes pictures of screens that no longer exist.
rmSync(seen, { recursive: true, force: true });
const files = globSync('test/journeys/{app-,hosted-,shop-,console}*.test.ts', { cwd: root });
const env = { ...process.env, AUTHLY_TESTS_PICTURES: '1', FONTCONFIG_FILE: prepareFonts(root) };
for (const kind of ['', 'deep']) {
  const options = { cwd: root, stdio: 'inherit', env: { ...env, AUTHLY_TESTS: kind } } as const;
  if (spawnSync('vitest', ['run', ...files], options).status !== 0) process.exit(1);
}
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
const pictures = Object.entries(LOOKS).flatMap(([folder, look]) =>
  readdirSync(join(seen, folder))
    .filter((name) => look.test(name))
    .map((name) => ({ picture: join(seen, folder, name), name: `${folder}-${inDashes(name)}` })),
);
for (const [i, webp] of (await toWebp(pictures)).entries())
  writeFileSync(join(kept, `${pictures[i]!.name}.webp`), webp);
await writeAnimation(kept, join(kept, 'enroll-and-pay.webp'));
const bytes = readdirSync(kept).reduce((sum, name) => sum + statSync(join(kept, name)).size, 0);
console.log(`${readdirSync(kept).length} pictures, ${Math.round(bytes / 1024)} KiB`);

function inDashes(name: string): string {
  const words = name.replace(/\.png$/, '').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '-');
}
