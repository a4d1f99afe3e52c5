import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../packages/browser/test/bundle.ts';
import { WEIGHTS } from '../../packages/fingerprint/src/extract/generated/net-weights.ts';
import { DATA, lackedBy } from './compat-data.ts';
import { lackingApis } from './scripts.ts';
import { lackingStyles } from './styles.ts';

const root = join(import.meta.dirname, '..', '..');

/** The texts of a page's built files, at least one. */
function built(page: string, ending: string): string[] {
  const files = globSync(`apps/${page}/dist/**/*.${ending}`, { cwd: root });
  expect(files).not.toEqual([]);
  return files.map((file) => readFileSync(join(root, file), 'utf8'));
}

/** The app decodes codes itself where there is no BarcodeDetector. */
const WITH_FALLBACK = /^\.(?:detect|getSupportedFormats):/;
/** A page works without these and looks a little different. */
const LOOKS_ONLY =
  /^(?:cursor|text-wrap|word-break: auto-phrase|field-sizing|scrollbar-color|grid-template-rows: subgrid):/;

describe('the oldest browsers that we name', () => {
  it.each(['hosted', 'app', 'console', 'shop', 'docs'])('have every API of apps/%s', (page) => {
    expect(
      built(page, 'js')
        .flatMap(lackingApis)
        .filter((each) => !WITH_FALLBACK.test(each)),
    ).toEqual([]);
  });

  it('have every API of the browser SDK', async () => {
    expect(lackingApis(await bundle())).toEqual([]);
  });

  it.each(['hosted', 'app'])('have the inline styles of apps/%s', (page) => {
    const styles = built(page, 'html').flatMap((html) => html.match(/(?<=<style>)[^]*?(?=<\/style>)/g)!);
    expect(styles.flatMap(lackingStyles).filter((each) => !LOOKS_ONLY.test(each))).toEqual([]);
  });

  it.each(['console', 'shop'])('have the styles of apps/%s', (page) => {
    expect(
      built(page, 'css')
        .flatMap(lackingStyles)
        .filter((each) => !LOOKS_ONLY.test(each)),
    ).toEqual([]);
  });

  it('have the vector instructions of the engine', () => {
    expect(lackedBy(DATA.webassembly['fixed-width-SIMD'])).toBeUndefined();
  });
});

it('the app loads the net with the worker of its capture alone, 200 KB at most', () => {
  const files = globSync('apps/app/dist/**/*.{js,html}', { cwd: root });
  const having = files.filter((file) => readFileSync(join(root, file), 'utf8').includes(WEIGHTS.slice(0, 100)));
  expect(having).toEqual([expect.stringMatching(/assets\/engine-worker-[\w-]+\.js$/)]);
  expect(WEIGHTS.length).toBeLessThan(200_000);
});

describe('the check', () => {
  it('finds missing static methods, methods, globals and flags', () => {
    const code =
      'URL.canParse(a); Promise.withResolvers(); b.union(c); document.startViewTransition(d); new CloseWatcher(); /e/v';
    expect(lackingApis(code).map((each) => each.replace(/:.*/, ''))).toEqual([
      'URL.canParse',
      'Promise.withResolvers',
      '.union',
      'document.startViewTransition',
      'CloseWatcher',
      '/v',
    ]);
    expect(lackingApis('URL.canParse(a)')).toEqual(['URL.canParse: chrome 111 (120 has it)']);
  });

  it('accepts methods of the script itself, and APIs that it looks for first', () => {
    const own = 'class A { union() {} } new A().union(); const b = { clamp: (c) => c }; b.clamp(1)';
    const checked =
      'a.moveBefore ? a.moveBefore(b) : c(); navigator.vibrate?.(1); typeof CloseWatcher == "function" && new CloseWatcher()';
    expect([lackingApis(own), lackingApis(checked)]).toEqual([[], []]);
  });

  it('finds missing properties, values, selectors and at-rules', () => {
    const css =
      'a::details-content{inset:0;text-wrap:balance;color:light-dark(red,blue)}@starting-style{b{display:grid}}';
    expect(lackingStyles(css).map((each) => each.replace(/: \w+ \d.*/, ''))).toEqual([
      '@starting-style',
      '::details-content',
      'text-wrap',
      'text-wrap: balance',
      'light-dark()',
    ]);
  });
});
