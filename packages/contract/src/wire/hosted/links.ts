/** How the app was opened, which decides on the join check. Kept apart from the schemas to keep the page small. */
export const LINK_VIAS = ['qr', 'button'] as const;
export type LinkVia = (typeof LINK_VIAS)[number];

/** Phones show a link, desktops also a code. */
export const LINKS_WANTED = {
  qr: ['qr'],
  button: ['button'],
  both: ['qr', 'button'],
} as const satisfies Record<string, readonly LinkVia[]>;
export type LinksWanted = keyof typeof LINKS_WANTED;
