import { setImmediate as soon, setTimeout as wait } from 'node:timers/promises';
import { LANGUAGES } from '@authly/contract/wire/languages';
import * as fc from 'fast-check';
import type { Engine, EngineWindow } from '../engines/engine.ts';
import { TestBrowser } from '../journeys/browser.ts';
import { moves, type Move, type Walk } from './explore/walk.ts';
import { Chromium, IN_PAGE, type Sight, type Visit } from './pages/chromium.ts';
import type { Device } from './pages/passkeys.ts';
import { ShopWorld, type Truth } from './pages/shop-world.ts';
import { brokenPromise, complaints, type View } from './pages/what-holds.ts';

/** Five seconds for a page, and as much for a busy machine. */
const PATIENCE_MS = 10_000;
const POLL_MS = 30;
const SIZES = [
  [390, 844],
  [390, 480],
  [667, 375],
  [320, 454],
  [1280, 800],
  [195, 422],
] as const;

/** What the walk knows without a look at a page. */
interface Model {
  isOnline: boolean;
}

interface Pressed {
  readonly id: unknown;
  readonly name: string;
  readonly before: View;
  readonly truthBefore: Truth | undefined;
}

/** A person with a browser, in front of a shop. */
class Person {
  readonly world: ShopWorld;
  readonly engine: Engine;
  readonly chromium: Chromium | undefined;
  /** Undefined: no network. */
  readonly lead: (port: number | undefined) => void;
  pressed: Pressed | undefined;
  visit: Visit = { by: 'computer', language: 'en', source: 'synthetic' };
  #isAtShop = false;
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
      return this.chromium.open(url);
    }
    const [[, first] = [], ...others] = await this.engine.windows();
    for (const [, each] of others) await each.close();
    for (const page of [`${this.world.service.config.baseUrl}/hosted/`, url]) {
      await first!.goto(page);
      await first!.evaluate('(sessionStorage.clear(), localStorage.clear())');
    }
    await first!.goto(url);
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
      await window.type('\n').catch(() => undefined);
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

  async #truth({ sessionId }: View): Promise<Truth | undefined> {
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
      if (view) soon.push(...complaints(view, await this.#truth(view)));
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
      this.#checked.add(what);
      const findings = await this.chromium!.accessibility(id).catch(() => []);
      found.push(...findings.map((each) => `${what}: ${each}`));
    }
    return found;
  }
}

async function holds(model: Model, person: Person): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { now, soon: later } = await person.wrong(model);
    if (now.length > 0 || (later.length > 0 && Date.now() > until)) throw new Error([...now, ...later].join('\n'));
    if (later.length === 0) break;
    await wait(POLL_MS);
  }
  person.pressed = undefined;
  const findings = await person.accessibility();
  if (findings.length > 0) throw new Error(findings.join('\n'));
}

/** Undefined while a window loads or closes, and for a popup that is not filled yet. */
async function look(window: EngineWindow): Promise<View | undefined> {
  const view = await window.evaluate<View>(`(() => { ${IN_PAGE}\nreturn walk.look(); })()`).catch(() => undefined);
  return view?.isEmpty ? undefined : view;
}

type How = 'mouse' | 'touch' | 'twice' | 'key';
type Does = (person: Person, model: Model) => Promise<string | void>;
const does = (says: string, run: Does, can?: (model: Model) => boolean): Move<Model, Person> => ({
  says,
  run: (model, person) => run(person, model),
  ...(can && { can }),
});
/** Mostly the first one: the window in front, the main control. */
const mostlyFirst = (max: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(max) });

const presses = moves(
  [
    fc.record({ window: mostlyFirst(2), control: mostlyFirst(12) }),
    fc.constantFrom(0, 30, 90, 150),
    fc.constantFrom<How>('mouse', 'mouse', 'touch', 'touch', 'twice', 'key'),
  ],
  (which, ms, how) =>
    does(`presses control ${which.control} of window ${which.window} for ${ms} ms (${how})`, (person) =>
      person.press(which, ms, how),
    ),
);

/** As a person who wants to be done. */
const goesOn = moves([fc.integer({ min: 2, max: 5 }), fc.constantFrom<How>('mouse', 'touch', 'key')], (times, how) =>
  does(`presses the main control ${times} times (${how})`, async (person, model) => {
    const names: string[] = [];
    for (let i = 0; i < times; i++) {
      names.push(await person.press({ window: 0, control: 0 }, 30, how));
      await holds(model, person);
    }
    return names.join(', ');
  }),
);

const visits = moves(
  [
    fc.constantFrom<Visit['by']>('computer', 'phone'),
    fc.constantFrom(...LANGUAGES),
    fc.constantFrom<Visit['source']>('camera', 'synthetic'),
  ],
  (by, language, source) =>
    does(`opens the shop on another ${by}, in ${language}, for the ${source}`, (person) =>
      person.goToShop({ by, language, source }),
    ),
);

const inWindow = (says: string, act: (window: EngineWindow, person: Person) => Promise<unknown>) =>
  moves([mostlyFirst(2)], (which) =>
    does(`${says} in window ${which}`, async (person) => {
      person.pressed = undefined;
      await act((await person.in(which))[1], person).catch(() => undefined);
      await soon();
    }),
  );

const resizes = moves([mostlyFirst(2), fc.constantFrom(...SIZES)], (which, [width, height]) =>
  does(`window ${which} gets ${width}×${height}`, async (person) => {
    await (await person.in(which))[1].resize?.({ width, height });
  }),
);

const orders = moves([fc.constantFrom('enroll', 'pay'), mostlyFirst(2)], (what, which) =>
  does(`a new session to ${what} opens in window ${which}`, async (person) => {
    const { popup_url } = await person.world.order(what as 'enroll' | 'pay');
    person.pressed = undefined;
    await (await person.in(which))[1].evaluate(`void (location.href = ${JSON.stringify(popup_url)})`);
  }),
);

const network = moves([fc.boolean()], (on) =>
  does(
    on ? 'the network is back' : 'the network is lost',
    async (person, model) => {
      model.isOnline = on;
      person.pressed = undefined;
      person.lead(on ? person.world.service.service.ports.api : undefined);
      for (const [, window] of await person.windows())
        await window.evaluate(`dispatchEvent(new Event('${on ? 'online' : 'offline'}'))`).catch(() => undefined);
    },
    ({ isOnline }) => isOnline !== on,
  ),
);

const rests = moves([fc.constantFrom(2, 5, 20)], (seconds) =>
  does(`waits for ${seconds} s`, (person) => person.passTime(seconds * 1000)),
);

const VISIBILITY = (isHidden: boolean): string =>
  `(Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} }), Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${isHidden ? 'hidden' : 'visible'}' }), document.dispatchEvent(new Event('visibilitychange')))`;

const sleeps = moves([fc.constantFrom(1, 4, 12)], (minutes) =>
  does(`every window is hidden for ${minutes} min`, async (person) => {
    const each = async (isHidden: boolean): Promise<void> => {
      for (const [, window] of await person.windows())
        await window.evaluate(VISIBILITY(isHidden)).catch(() => undefined);
    };
    await each(true);
    await person.passTime(minutes * 60_000, true);
    await each(false);
  }),
);

const sights = moves(
  [fc.constantFrom<Sight>('nothing', 'a blurred finger', 'a sharp finger', 'a sharp finger', 'refused')],
  (sight) => does(`the camera: ${sight}`, async ({ chromium }) => chromium?.sees(sight)),
);
const devices = moves(
  [fc.constantFrom<Device>('confirms', 'refuses', 'does not answer', 'has no screen lock')],
  (device) => does(`the device ${device}`, async ({ chromium }) => chromium?.has(device)),
);
const bindings = moves([fc.constantFrom('off', 'offered', 'required')], (mode) =>
  does(`the shop binds devices: ${mode}`, (person) => person.world.binds(mode as 'off')),
);
const bioApi = moves([fc.boolean()], (isUp) =>
  does(`the shop's Bio API is ${isUp ? 'up' : 'down'}`, (person) => person.world.bioApi(isUp)),
);

/** Of a hosted page that is open. */
const tokenOf = async (person: Person): Promise<string | undefined> => {
  const views = await Promise.all((await person.windows()).map(([, window]) => look(window)));
  return views.find((view) => view?.page === 'hosted')?.token;
};
const scans = moves([], () =>
  does('another phone scans the code', async (person, { isOnline }) => {
    const token = await tokenOf(person);
    const code = token && isOnline && (await person.world.code(token));
    if (!code) return 'there is none';
    await person.chromium?.openElsewhere(code);
  }),
);
const types = moves([fc.boolean()], (isRight) =>
  does(`types the ${isRight ? 'right' : 'wrong'} number`, async (person) => {
    const token = await tokenOf(person);
    const number = token && (await person.world.joinNumber(token));
    if (!number) return 'there is none';
    for (const [, window] of await person.windows()) {
      const isThere = await window
        .evaluate(`document.querySelector('#number') !== null && !document.querySelector('#number').focus()`)
        .catch(() => false);
      if (isThere) await window.type(isRight ? number : number === '00' ? '10' : '00');
    }
  }),
);

/** `start` gives an engine and the switch of its network. */
export const pagesWalk = (
  name: string,
  start: () => Promise<{ engine: Engine; origin: string; lead: Person['lead'] }>,
): Walk<Model, Person> => ({
  name,
  longest: 30,
  withinMs: 180_000,
  moves: [
    ...Array<typeof presses>(14).fill(presses),
    ...Array<typeof goesOn>(5).fill(goesOn),
    visits,
    orders,
    orders,
    inWindow('goes back', (window) => window.evaluate('history.back()')),
    inWindow('goes forward', (window) => window.evaluate('history.forward()')),
    inWindow('reloads', (window) => window.evaluate('location.reload()')),
    inWindow('closes it', async (window, person) => (await person.windows()).length > 1 && window.close()),
    inWindow('opens the same link', async (window) => {
      const link = (await look(window))?.link;
      if (link !== undefined) await window.goto(link);
    }),
    inWindow('opens the same link in another tab, as', async (window, { chromium }) => {
      const link = (await look(window))?.link;
      if (link !== undefined) await chromium?.open(link);
    }),
    inWindow('opens the app’s own address', async (window, { world }) => window.goto(world.service.config.appUrl)),
    resizes,
    network,
    rests,
    rests,
    sleeps,
    sights,
    sights,
    devices,
    bindings,
    bioApi,
    scans,
    types,
    types,
  ],
  async open() {
    const { engine, origin, lead } = await start();
    const world = await ShopWorld.open(origin);
    const checked = new Set<string>();
    lead(world.service.service.ports.api);
    return {
      async begin() {
        lead(world.service.service.ports.api);
        await world.begin();
        const person = new Person(world, engine, lead, checked);
        if (person.chromium) person.chromium.sight = 'nothing';
        await person.chromium?.has('confirms');
        return { model: { isOnline: true }, real: person };
      },
      async holds(model, person) {
        const until = Date.now() + PATIENCE_MS;
        for (;;) {
          const { now, soon: later } = await person.wrong(model);
          if (now.length > 0 || (later.length > 0 && Date.now() > until))
            throw new Error([...now, ...later].join('\n'));
          if (later.length === 0) break;
          await wait(POLL_MS);
        }
        person.pressed = undefined;
        const findings = await person.accessibility();
        if (findings.length > 0) throw new Error(findings.join('\n'));
      },
      ends: async (_model, person) => person.chromium?.end(),
      leave: async (person) => person.chromium?.end().catch(() => undefined),
      async [Symbol.asyncDispose]() {
        await engine.close();
        await world[Symbol.asyncDispose]();
      },
    };
  },
});

export const walk = pagesWalk('pages', async () => {
  const browser = await TestBrowser.start();
  return {
    engine: new Chromium(browser),
    origin: 'https://authly.test',
    lead: (port: number | undefined) => browser.lead('authly', port),
  };
});
