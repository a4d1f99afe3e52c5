/** Written by `npm run generate`. */
export const VERSION = '0.3.0';
