import type { VNode } from 'preact';
import { initialOf } from './initial.ts';

/** Who asks. Its place is reserved while the name is not known. */
export function MerchantName({ name }: { name: string | undefined }): VNode {
  return (
    <p class="merchant">
      {name !== undefined && (
        <>
          <span class="initial" aria-hidden="true">
            {initialOf(name)}
          </span>
          <bdi>{name}</bdi>
        </>
      )}
    </p>
  );
}
