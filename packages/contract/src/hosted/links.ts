/** How a link into the app is followed: whether the join check is needed. Apart from the schemas, so that the page brings along only what it uses. */
export const LINK_VIAS = ['qr', 'button'] as const;
export type LinkVia = (typeof LINK_VIAS)[number];

/** Which links a page shows: a phone one to press, a desk a code as well. */
export const LINKS_WANTED = {
  qr: ['qr'],
  button: ['button'],
  both: ['qr', 'button'],
} as const satisfies Record<string, readonly LinkVia[]>;
export type LinksWanted = keyof typeof LINKS_WANTED;
