import type { ComponentChildren, VNode } from 'preact';

interface AppAnchorProps {
  readonly class: string;
  /** Undefined while there is no live link: then it is a link that cannot be followed yet. */
  readonly link: string | undefined;
  readonly children: ComponentChildren;
}

/** Leads into the app. In a tab of its own: this page goes on showing how it stands. */
export function AppAnchor({ class: name, link, children }: AppAnchorProps): VNode {
  if (link === undefined) {
    return (
      <a class={name} role="link" aria-disabled="true">
        {children}
      </a>
    );
  }
  return (
    <a class={name} href={link} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
