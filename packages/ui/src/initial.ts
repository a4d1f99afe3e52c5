/** One character as a person counts them: with its accents, a flag's two letters, an emoji with all that is joined to it. */
const CHARACTER = /\p{RI}{2}|[^\p{P}\p{Z}\p{M}][\p{M}\p{EMod}]*(?:\u200d\P{M}[\p{M}\p{EMod}]*)*/u;

/** The first letter, digit or sign of a name, past brackets and quotes, as a capital where its script has capitals. */
export function initialOf(name: string): string {
  const text = name.normalize('NFC').trim();
  return (CHARACTER.exec(text)?.[0] ?? text.slice(0, 1)).toLocaleUpperCase();
}
