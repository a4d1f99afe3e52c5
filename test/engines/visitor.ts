// oxlint-disable vitest/no-standalone-expect -- every step waits for what it needs
import { expect, vi } from 'vitest';
import type { Engine, EngineWindow } from './engine.ts';

/** The visible and active element with this selector and, if given, this text. */
const visible = (selector: string, text?: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((it) => it.checkVisibility({ visibilityProperty: true }) && it.getAttribute('aria-disabled') !== 'true' && !it.closest('[data-settling]') && (${text === undefined} || it.innerText.trim() === ${JSON.stringify(text ?? '')}))`;

/** A person's view and actions in one window. */
export class Visitor {
  readonly window: EngineWindow;
  readonly #engine: Engine;
  readonly name: unknown;

  constructor(engine: Engine, name: unknown, window: EngineWindow) {
    this.#engine = engine;
    this.name = name;
    this.window = window;
  }

  async sees(selector: string, text?: string): Promise<void> {
    const isSeen = `${visible(selector, text)} !== undefined`;
    await expect.poll(() => this.window.evaluate(isSeen), { message: `${selector} ${text ?? ''}` }).toBe(true);
  }

  async clicks(selector: string, text?: string): Promise<void> {
    await this.sees(selector, text);
    await this.window.click(visible(selector, text));
  }

  async holds(selector: string, text: string, ms: number): Promise<void> {
    await this.sees(selector, text);
    await this.window.click(visible(selector, text), ms);
  }

  shows(screen: string): Promise<void> {
    return this.sees(`.sheet[data-screen="${screen}"]`);
  }

  /** The window that the click opens. Clicks again if none comes: in WebKit a click was once lost, for an unknown reason. */
  async opens(selector: string, text?: string): Promise<Visitor> {
    const before = await this.#engine.windows();
    const opened = async () => [...(await this.#engine.windows())].find(([name]) => !before.has(name));
    const isOpen = async (): Promise<boolean> => (await opened()) !== undefined;
    for (let clicks = 0; clicks < 3 && !(await isOpen()); clicks++) {
      await this.clicks(selector, text);
      await vi.waitUntil(isOpen, { timeout: 8000, interval: 50 }).catch(() => {});
    }
    expect(await isOpen(), 'a new window').toBe(true);
    return new Visitor(this.#engine, ...(await opened())!);
  }

  /** Waits until the window is gone. */
  async closed(): Promise<void> {
    const isOpen = async (): Promise<boolean> => (await this.#engine.windows()).has(this.name);
    await expect.poll(isOpen, { message: 'the window closes itself' }).toBe(false);
  }
}
