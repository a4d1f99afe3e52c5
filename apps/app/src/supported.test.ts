import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasWebAssembly, isSupported } from './supported.ts';

beforeEach(() => {
  vi.stubGlobal('Worker', () => undefined);
  vi.stubGlobal('createImageBitmap', () => undefined);
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => ({}) }) });
});
afterEach(() => vi.unstubAllGlobals());

describe('a browser is supported', () => {
  it('if the engine runs', () => {
    expect(isSupported()).toBe(true);
  });

  it('not if WebAssembly is disabled', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect([hasWebAssembly(), isSupported()]).toEqual([false, false]);
  });

  it('not without vector instructions', () => {
    vi.stubGlobal('WebAssembly', { validate: () => false });
    expect([hasWebAssembly(), isSupported()]).toEqual([true, false]);
  });
});
