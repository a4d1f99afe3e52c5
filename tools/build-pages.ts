// `npm run build`: the hosted page, the app page and the shop's page, each where its server finds it. Skips what is up to date.
import { buildPages } from './build-pages/build.ts';

await buildPages({ force: process.argv.includes('--force'), say: console.log });
