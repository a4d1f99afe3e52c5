/** One character as a person counts them: with its accents, a flag's two letters, an emoji with all that is joined to it. */
const PART = String.raw`[\p{M}\p{EMod}]*`;
const CHARACTER = new RegExp(String.raw`\p{RI}{2}|[^\p{P}\p{Z}\p{M}]${PART}(?:\u200d\P{M}${PART})*`, 'u');

/** The first letter, digit or sign of a name, past brackets and quotes, as a capital where its script has capitals. */
export function initialOf(name: string): string {
  const text = name.normalize('NFC').trim();
  return (CHARACTER.exec(text)?.[0] ?? text.slice(0, 1)).toLocaleUpperCase();
}
