import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** One character as a person counts them: with its accents, a flag's two letters, an emoji with all that is joined to it. */
const CHARACTER = /\p{RI}{2}|[^\p{P}\p{Z}\p{M}][\p{M}\p{EMod}]*(?:\u200d\P{M}[\p{M}\p{EMod}]*)*/u;

export function initialOf(name: string): string {
  const text = name.normalize('NFC').trim();
  return (CHARACTER.exec(text)?.[0] ?? text.slice(0, 1)).toLocaleUpperCase();
}

interface MerchantNameProps {
  readonly name: string | undefined;
  readonly logo?: string | undefined;
}

/** The merchant's logo and name. Takes its space even before the name is known. */
export function MerchantName({ name, logo }: MerchantNameProps): VNode {
  return (
    <p class="merchant">
      {name !== undefined && (
        <>
          <Picture key={logo} name={name} logo={logo} />
          <bdi>{name}</bdi>
        </>
      )}
    </p>
  );
}

function Picture({ name, logo }: { name: string; logo: string | undefined }): VNode {
  const [missing, setMissing] = useState(false);
  if (logo !== undefined && !missing)
    return <img class="logo" src={logo} alt="" width={36} height={36} onError={() => setMissing(true)} />;
  return (
    <span class="initial" aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}
