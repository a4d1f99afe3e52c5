/** The ridges of our mark, from the core outwards, in a square of 96. */
export const RIDGES = [
  'M48 46v10c0 9-2 16-6 23',
  'M39 57V46a9 9 0 0 1 18 0v11c0 9-2 18-6 27',
  'M35 75c-2 4-3 6-5 8M30 62V46a18 18 0 0 1 36 0v10c0 8-1 15-3 22',
  'M21 61c1-5 0-10 0-15a27 27 0 0 1 45-20M71 33c3 4 4 8 4 13v9c0 6-1 12-2 17',
  'M13 54v-8a35 35 0 0 1 13-27M33 14a35 35 0 0 1 50 32v10c0 4 0 7-1 10',
] as const;

/** The mark as text, for HTML that is painted before any script ran. */
export const markHtml = (className: string): string =>
  `<svg class="${className}" viewBox="0 0 96 96" aria-hidden="true" focusable="false">${RIDGES.map((d) => `<path d="${d}" />`).join('')}</svg>`;
