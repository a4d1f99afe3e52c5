import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { BUILD_TARGET } from '../../../apps/sandbox/src/build-pages/oldest-browsers.ts';

/** The SDK as a merchant's bundler makes it: minified, with every export, as one script that defines `Authly`. */
export async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, '..', 'src', 'index.ts');
  const made = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: BUILD_TARGET,
      minify: true,
      reportCompressedSize: false,
      lib: { entry, formats: ['iife'], name: 'Authly' },
    },
  });
  const [{ output }] = made as [Rolldown.RolldownOutput];
  return output[0].code;
}
