// `npm run build`: the hosted page, the app page, the console, the shop's page and the docs, each where its server finds it, and the program that
// `npx authly` runs, in a few files. Skips pages that are up to date.
import { buildPages } from './build-pages/build.ts';
import { bundleHere } from './image/bundle.ts';

await buildPages({ force: process.argv.includes('--force'), say: console.log });
console.log('Building the program …');
await bundleHere();
