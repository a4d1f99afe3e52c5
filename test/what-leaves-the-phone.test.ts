import { decodeTemplate } from '@authly/fingerprint';
import type { Language } from '@authly/contract/wire/languages';
import { shared } from '../packages/ui/test/words.ts';
import { describe, expect, it } from 'vitest';
import { CaptureReader } from '../apps/app/src/worker/capture-reader.ts';
import { testSealing } from '../apps/service/test/test-sealing.ts';

/** An encrypted map of the lines. */
const SENT = {
  en: /encrypted map of your fingerprint’s lines/,
  de: /verschlüsselte Karte der Linien/,
  es: /mapa cifrado de las líneas/,
  ja: /指紋の線を表すデータだけを、暗号化/,
  ko: /지문 무늬를 나타낸 정보만 암호화/,
} as const satisfies Partial<Record<Language, RegExp>>;
/** How each language says that the photo stays. */
const STAYS: Readonly<Record<keyof typeof SENT, RegExp>> = {
  en: /photo stays on/,
  de: /Foto bleibt auf/,
  es: /foto se queda en/,
  ja: /写真は.*残り/,
  ko: /사진은.*기기에만/,
};
const LANGUAGES = Object.keys(SENT) as (keyof typeof SENT)[];

it('the app sends minutiae, ridge directions and a drawing of the ridges at half resolution', async () => {
  const reader = new CaptureReader();
  const touch = await reader.read({ from: 'synthetic', finger: 5, impression: 0, smudged: false }, []);
  const { seal, open } = await testSealing();
  const { finger, features, enc_key: encKey } = await reader.seal([touch.viewId!], 'RI', seal);
  const [view] = decodeTemplate((await open({ payload: { finger }, features, encKey }))!);
  expect(view!.minutiae.length).toBeGreaterThan(0);
  expect(view!.extended).toBeDefined();
});

describe.each(LANGUAGES)('the words in %s', (language) => {
  it('state at the consent what is sent, and that the photo is not', () => {
    expect(shared[language].consent_sent).toMatch(SENT[language]);
    expect(shared[language].consent_stays).toMatch(STAYS[language]);
  });
});
