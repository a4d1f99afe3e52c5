import type { CaptureType, SealedCapture } from './biometric-type.ts';
import type { Template } from './matcher.ts';

/** The templates that were opened while one capture was processed. Disposing wipes them, however the processing ended. */
export class OpenedTemplates implements Disposable {
  readonly #opened: Template[] = [];

  open(type: CaptureType, capture: SealedCapture): Template | undefined {
    const template = type.open(capture);
    if (template !== undefined) this.#opened.push(template);
    return template;
  }

  [Symbol.dispose](): void {
    // What went to another thread is detached here, and wiped there.
    for (const template of this.#opened) if (!template.buffer.detached) template.fill(0);
  }
}
