import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { initialOf } from './initial.ts';

interface MerchantNameProps {
  readonly name: string | undefined;
  readonly logo?: string | undefined;
}

/** Who asks. Its place is reserved while the name is not known. */
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

/** The first letter of the name where there is no logo, or it does not come. */
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
