import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CAPTIONS } from './captions.ts';

const CHAPTERS = [
  { prefix: 'shop-', title: 'The shop', text: 'A merchant builds this with the SDKs.', width: 560 },
  { prefix: 'hosted-', title: 'The hosted page', text: '`popup_url` opens this page.', width: 240 },
  { prefix: 'app-', title: 'The app', text: 'The QR code opens it on a phone. The fingers are synthetic.', width: 220 },
] as const;

/** docs/screens.md: every picture with its caption. `npm run pictures` takes the pictures. */
export function screens(root: string): [string, string][] {
  const pictures = readdirSync(join(root, 'docs', 'pictures')).map((file) => file.replace(/\.png$/, ''));
  const names = Object.keys(CAPTIONS);
  const wrong = [
    ...pictures.filter((name) => !(name in CAPTIONS)),
    ...names.filter((name) => !pictures.includes(name)),
  ];
  if (wrong.length > 0) throw new Error(`captions.ts and docs/pictures differ in ${wrong.join(', ')}`);
  const chapters = CHAPTERS.map(({ prefix, title, text, width }) => {
    const figures = names.filter((name) => name.startsWith(prefix)).map((name) => figure(name, width));
    return `## ${title}\n\n${text}\n\n${figures.join('\n')}\n`;
  });
  const intro = 'Every screen of the shop, the hosted page and the app, in pictures that the browser tests take.';
  return [['docs/screens.md', `# Screens\n\n${intro}\n\n${chapters.join('\n')}`]];
}

const figure = (name: string, width: number): string =>
  `<figure><img src="pictures/${name}.png" width="${width}" alt="${CAPTIONS[name]}"><figcaption>${CAPTIONS[name]}</figcaption></figure>`;
