// oxlint-disable vitest/valid-title, vitest/valid-describe-callback -- title and promises are given by the test files
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Image } from '@authly/fingerprint';
import { describe, type SuiteFactory } from 'vitest';
import { hasLibfprint, NO_LIBFPRINT } from './find-libfprint.ts';

/** Tests with a virtual reader. Without libfprint they fail in CI and are skipped elsewhere. */
export function withLibfprint(title: string, factory: SuiteFactory): void {
  const isMissing = !hasLibfprint();
  if (isMissing && process.env['CI']) throw new Error(`${NO_LIBFPRINT} "${title}" cannot be run.`);
  describe.skipIf(isMissing)(title, factory);
}

/** libfprint's virtual reader. An image that is written to its socket is a capture. */
export class VirtualReader {
  readonly #folder = mkdtempSync(join(tmpdir(), 'reader-'));
  readonly #socket = join(this.#folder, 'touch');
  readonly env = { ...process.env, FP_VIRTUAL_IMAGE: this.#socket };

  async captureOf({ width, height, pixels }: Pick<Image, 'width' | 'height' | 'pixels'>): Promise<void> {
    const size = Buffer.alloc(8);
    size.writeInt32LE(width, 0);
    size.writeInt32LE(height, 4);
    while (!(await this.#play(Buffer.concat([size, pixels])))) await pause(5);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** False while the reader is not open. */
  #play(bytes: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.#socket, () => socket.end(bytes));
      socket.on('error', () => resolve(false));
      socket.on('close', (failed) => resolve(!failed));
      socket.resume();
    });
  }
}
