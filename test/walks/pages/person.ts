import { setTimeout as wait } from 'node:timers/promises';
import type { Engine, EngineWindow } from '../../engines/engine.ts';
import { until } from '../explore/until.ts';
import { Chromium, IN_PAGE, type Visit } from './chromium.ts';
import type { ShopWorld, Truth } from './shop-world.ts';
import { brokenPromise, complaints, type View } from './what-holds.ts';

/** Five seconds for a page, and as much for a busy machine. */
const PATIENCE_MS = 10_000;
const POLL_MS = 30;
/** Once for each page that the browser shows because it had no connection. */
const TRY_AGAIN = `/^(?:chrome-error|about:neterror)/.test(document.documentURI) && (globalThis.isTried ??= !location.reload())`;
export type How = 'mouse' | 'touch' | 'twice' | 'key';

/** What the walk knows without a look at a page. */
export interface Model {
  isOnline: boolean;
}

interface Pressed {
  readonly id: unknown;
  readonly name: string;
  readonly before: View;
  readonly truthBefore: Truth | undefined;
}

/** A person with a browser, in front of a shop. */
export class Person {
  readonly world: ShopWorld;
  readonly engine: Engine;
  readonly chromium: Chromium | undefined;
  /** Undefined: no network. */
  readonly lead: (port: number | undefined) => void;
  pressed: Pressed | undefined;
  visit: Visit = { by: 'computer', language: 'en', source: 'camera', size: { width: 1280, height: 800 } };
  #isAtShop = false;
  /** The latest session of a shop's window. */
  readonly #ofShop = new Map<unknown, string>();
  readonly #checked: Set<string>;

  constructor(world: ShopWorld, engine: Engine, lead: Person['lead'], checked: Set<string>) {
    this.world = world;
    this.engine = engine;
    this.chromium = engine instanceof Chromium ? engine : undefined;
    this.lead = lead;
    this.#checked = checked;
  }

  /** The latest first. */
  async windows(): Promise<(readonly [id: unknown, window: EngineWindow])[]> {
    if (!this.#isAtShop) await this.goToShop(this.visit);
    return [...(await this.engine.windows())].toReversed();
  }

  async goToShop(visit: Visit): Promise<void> {
    const url = this.world.shop.url;
    this.#isAtShop = true;
    this.visit = visit;
    this.pressed = undefined;
    if (this.chromium) {
      await this.chromium.begin(visit);
      await this.chromium.open(url);
      return this.#signsIn();
    }
    const [[, first] = [], ...others] = await this.engine.windows();
    for (const [, each] of others) await each.close();
    for (const page of [`${this.world.service.config.baseUrl}/hosted/`, url]) {
      await first!.goto(page);
      await first!.evaluate('(sessionStorage.clear(), localStorage.clear())');
    }
    await first!.goto(url);
    await this.#signsIn();
  }

  async #signsIn(): Promise<void> {
    const [window] = (await this.engine.windows()).values();
    await until('the shop knows its user', async () => (await look(window!))?.isSignedIn === true);
  }

  async in(which: number): Promise<readonly [id: unknown, window: EngineWindow]> {
    const windows = await this.windows();
    return windows[which % windows.length]!;
  }

  async press(which: { window: number; control: number }, heldMs: number, how: How): Promise<string> {
    const [id, window] = await this.in(which.window);
    const before = await look(window);
    if (!before) return 'the window is on its way';
    if (before.isMainInactive && which.control === 0) await this.passTime(1000);
    const aim = await window.evaluate<{ name: string; isChoice: boolean } | null>(`walk.aim(${which.control}) ?? null`);
    if (aim === null) return 'nothing';
    if (aim.isChoice) return `${aim.name.slice(0, 20)}…: ${await window.evaluate<string>(`walk.choose(${heldMs})`)}`;
    const truthBefore = await this.#truth(before);
    if (how === 'key') {
      await window.evaluate('walk.aimed.focus()');
      await window.type('\n');
      return `"${aim.name}"`;
    }
    await window.click('walk.aimed', heldMs, how).catch(() => undefined);
    const wasHit = await window.evaluate<boolean>('walk.judge()').catch(() => true);
    if (wasHit && how !== 'twice') this.pressed = { id, name: aim.name, before, truthBefore };
    return `"${aim.name}"`;
  }

  async passTime(ms: number, isAsleep = false): Promise<void> {
    this.world.service.clock.move(ms);
    await this.chromium?.passTime(ms, isAsleep);
  }

  async #truth({ sessionId }: { readonly sessionId?: string | undefined }): Promise<Truth | undefined> {
    return sessionId === undefined ? undefined : this.world.truth(sessionId);
  }

  /** What is wrong now, and what is wrong if it stays so. */
  async wrong({ isOnline }: Model): Promise<{ now: string[]; soon: string[] }> {
    const [now, soon]: [string[], string[]] = [[], []];
    let pressed: View | undefined;
    for (const [id, window] of await this.windows()) {
      const view = await look(window);
      if (view) now.push(...view.wrong);
      if (id === this.pressed?.id) pressed = view;
      if (!isOnline) continue;
      if (view === undefined || view.page === 'other') await window.evaluate(TRY_AGAIN).catch(() => undefined);
      if (view?.page === 'shop' && view.sessionId !== undefined) this.#ofShop.set(id, view.sessionId);
      const sessionId = view?.page === 'shop' ? this.#ofShop.get(id) : view?.sessionId;
      if (view) soon.push(...complaints(view, await this.#truth({ sessionId })));
      else soon.push('a window shows nothing');
    }
    if (isOnline && this.pressed) {
      const truth = await this.#truth(this.pressed.before);
      const broken = brokenPromise({ ...this.pressed, now: pressed, truth });
      if (broken !== undefined) soon.push(broken);
    }
    return { now, soon };
  }

  /** axe's findings on screens that no walk has seen. */
  async accessibility(): Promise<string[]> {
    const found: string[] = [];
    for (const [id, window] of this.chromium ? await this.windows() : []) {
      const view = await look(window);
      if (!view || view.page === 'other') continue;
      const what = [view.page, view.screen, view.title, view.isAsked].join(' ');
      if (this.#checked.has(what)) continue;
      const findings = await this.chromium!.accessibility(id).catch(() => []);
      if (findings.length === 0) this.#checked.add(what);
      found.push(...findings.map((each) => `${what}: ${each}`));
    }
    return found;
  }
}

/** What a page may not do. */
export class Wrong extends Error {
  override readonly name = 'Wrong';
}

export async function holds(model: Model, person: Person): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { now, soon: later } = await person.wrong(model);
    if (now.length > 0 || (later.length > 0 && Date.now() > until)) throw new Wrong([...now, ...later].join('\n'));
    if (later.length === 0) break;
    await wait(POLL_MS);
  }
  person.pressed = undefined;
  const findings = await person.accessibility();
  if (findings.length > 0) throw new Wrong(findings.join('\n'));
}

/** Undefined while a window loads or closes, and for a popup that is not filled yet. */
export async function look(window: EngineWindow): Promise<View | undefined> {
  const view = await window.evaluate<View>(`(() => { ${IN_PAGE}\nreturn walk.look(); })()`).catch(() => undefined);
  return view?.isEmpty ? undefined : view;
}
