// `npm run pictures`: runs the journeys in a browser and puts one picture of each screen into docs/pictures.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { helpIfAsked } from './command.ts';

helpIfAsked(`npm run pictures

Runs the journeys in a browser, which take pictures in out/journeys, and puts one of each screen into docs/pictures. A few minutes.
Then run "npm run generate", which writes docs/screens.md.`);
const root = join(import.meta.dirname, '..');
const seen = join(root, 'out', 'journeys');
const kept = join(root, 'docs', 'pictures');

/** One look of each screen; the journeys take the others, too. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  shop: /^\d+ (?:signed in|waiting|enrolled|Paid Thank you|Not paid)\.png$/,
  hosted: /, popup\.png$/,
  app: /, phone\.png$/,
};

// What a journey no longer shows is not shown any more.
rmSync(seen, { recursive: true, force: true });
const journeys = spawnSync('vitest', ['run', 'test/journeys'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, AUTHLY_TESTS_PICTURES: '1' },
});
if (journeys.status !== 0) process.exit(1);
rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });
for (const [folder, look] of Object.entries(LOOKS))
  for (const name of readdirSync(join(seen, folder)).filter((each) => look.test(each))) {
    const words = name.replace(/\.png$/, '').toLowerCase();
    copyFileSync(join(seen, folder, name), join(kept, `${folder}-${words.replaceAll(/[^a-z0-9]+/g, '-')}.png`));
  }
console.log(`${readdirSync(kept).length} pictures. "npm run generate" writes docs/screens.md.`);
