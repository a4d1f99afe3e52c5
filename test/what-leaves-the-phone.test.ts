import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { decodeTemplate } from '@authly/fingerprint';
import type { Language } from '@authly/ui/languages.ts';
import { describe, expect, it } from 'vitest';
import { WORDS as APP } from '../apps/app/src/words/languages.ts';
import { TouchReader } from '../apps/app/src/worker/touch-reader.ts';
import { fingerprint } from '../apps/service/src/capture/fingerprint.ts';
import { WORDS as HOSTED } from '../apps/hosted/src/words/languages.ts';

/** How each language says it: measurements, a drawing that is coarse, encrypted. */
const SENT: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [/measurements/i, /coarse drawing/, /encrypted/],
  de: [/Merkmale/, /grobe Zeichnung/, /verschlüsselt/],
  es: [/medidas/, /dibujo aproximado/, /cifrado/],
  ja: [/特徴データ/, /おおまかな図/, /暗号化/],
  ko: [/특징 정보/, /대략 그린 그림/, /암호화/],
};
/** And what stays: the photo. */
const STAYS: Readonly<Record<Language, RegExp>> = {
  en: /photo stays on/,
  de: /Foto bleibt auf/,
  es: /foto se queda en/,
  ja: /写真は.*(?:とどまり|残り)/,
  ko: /사진은.*휴대폰에만/,
};
const LANGUAGES = Object.keys(SENT) as Language[];

it('what the app sends of a finger: minutiae, ridge directions and a drawing of the ridges at half resolution', async () => {
  const reader = new TouchReader();
  const touch = reader.read({ from: 'synthetic', finger: 5, impression: 0, smudged: false }, []);
  const { finger, features, enc_key: encKey } = await reader.seal([touch.viewId!], 'RI');
  const [view] = decodeTemplate(fingerprint.open({ payload: { finger }, features, encKey })!);
  expect(view!.minutiae.length).toBeGreaterThan(0);
  expect(view!.extended).toBeDefined();
});

describe.each(LANGUAGES)('the words in %s', (language) => {
  it.each([
    ['below each screen of the hosted page', HOSTED[language].privacy],
    ['below each screen of the app page', APP[language].privacy],
    ['where the app page asks for consent', `${APP[language].consent_stays} ${APP[language].consent_sealed}`],
  ])('say %s what is sent and that the photo is not', (_, said) => {
    expect([...SENT[language], STAYS[language]].filter((words) => !words.test(said))).toEqual([]);
  });
});

it('no word of a page, a guide or a README promises that nothing but measurements is sent, or no picture at all', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.html', '*.webmanifest', '*/words/*.ts'], {
    encoding: 'utf8',
  });
  const broken =
    /(?:picture|image|photo)[^.]{0,40} never leaves|no picture[^.]{0,40} sent|only encrypted measurements|verlässt dieses Telefon nie|kein Bild|nunca sale|ninguna foto|外に出ることはありません|特徴だけ|밖으로 나가지|특징 정보만/i;
  expect(
    files
      .trim()
      .split('\n')
      .filter((file) => broken.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});
