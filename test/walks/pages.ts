import { LANGUAGES } from '@authly/contract/wire/languages';
import * as fc from 'fast-check';
import type { Engine, EngineWindow } from '../engines/engine.ts';
import { TestBrowser } from '../journeys/browser.ts';
import buildPages from '../journeys/pages-built.ts';
import { moves, type Move, type Moves, type Walk } from './explore/walk.ts';
import { Chromium, type Sight, type Visit } from './pages/chromium.ts';
import type { Device } from './pages/passkeys.ts';
import { holds, look, Person, Wrong, type How, type Model } from './pages/person.ts';
import { ShopWorld } from './pages/shop-world.ts';
import { isQuestion, type View } from './pages/what-holds.ts';

const SIZES = [
  [390, 844],
  [390, 480],
  [667, 375],
  [320, 454],
  [1280, 800],
  [195, 422],
] as const;

type Does = (person: Person, model: Model) => Promise<string | void>;
/** A window may be on its way to another page, or closed: then nothing happens. */
const does = (says: string, act: Does, can: (model: Model) => boolean = () => true): Move<Model, Person> => ({
  says,
  can,
  run: (model, person) =>
    act(person, model).catch((error: Error) => {
      if (error instanceof Wrong) throw error;
      return error.message.split('\n')[0];
    }),
});
/** Mostly the first one: the window in front, the main control. */
const mostlyFirst = (max: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(max) });

export const presses = moves(
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

const main = fc.constantFrom<How>('mouse', 'touch', 'key');
/** Presses the main control, or waits with a finger at the camera, until the page shows this. */
async function goOn(person: Person, model: Model, how: How, until: string, most: number): Promise<string> {
  const names: string[] = [];
  while (names.length < most) {
    const view = await look((await person.in(0))[1]);
    if (view?.screen === until || (until === 'a question' && questionOf(view) >= 0)) break;
    const isHeldStill = view?.isAtCamera && !view.isAsked && person.chromium?.sight === 'a sharp finger';
    if (isHeldStill) await person.passTime(1000);
    names.push(isHeldStill ? 'waits' : await person.press({ window: 0, control: 0 }, 30, how));
    await holds(model, person);
  }
  return names.join(', ');
}
const questionOf = (view: View | undefined): number => view?.controls.findIndex(isQuestion) ?? -1;

/** As a person who wants to be done, or only wants to get there. */
const SCREENS = ['nothing else', 'consent', 'capture', 'review', 'device', 'succeeded'];
export const goesOn = moves([fc.constantFrom(...SCREENS), fc.constantFrom(3, 12, 12), main], (screen, most, how) =>
  does(`goes on until it shows ${screen}, with ${most} presses at most (${how})`, (person, model) =>
    goOn(person, model, how, screen, most),
  ),
);

const visits = moves(
  [
    fc.constantFrom<Visit['by']>('computer', 'phone'),
    fc.constantFrom(...LANGUAGES),
    fc.constantFrom<Visit['source']>('camera', 'synthetic'),
    fc.constantFrom(...SIZES),
  ],
  (by, language, source, [width, height]) =>
    does(`opens the shop on another ${by} of ${width}×${height}, in ${language}, for the ${source}`, (person) =>
      person.goToShop({ by, language, source, size: { width, height } }),
    ),
);

const inWindow = (says: string, act: (window: EngineWindow, person: Person) => Promise<unknown>) =>
  moves([mostlyFirst(2)], (which) =>
    does(`${says} in window ${which}`, async (person) => {
      person.pressed = undefined;
      await act((await person.in(which))[1], person);
    }),
  );

export const goesBack = inWindow('goes back', (window) => window.evaluate('history.back()'));
const opensTheApp = inWindow('opens the app’s own address', async (window, { world }) =>
  window.goto(world.service.config.appUrl),
);

export const again = moves([fc.nat(1), mostlyFirst(2), fc.boolean()], (nth, which, inNewTab) =>
  does(`opens link ${nth} of window ${which} again${inNewTab ? ' in a new tab' : ''}`, async (person) => {
    const [, window] = await person.in(which);
    const { links = [] } = (await look(window)) ?? {};
    const link = links[nth % links.length];
    if (link !== undefined) await (inNewTab ? person.chromium?.open(link) : window.goto(link));
  }),
);

export const resizes = moves([mostlyFirst(2), fc.constantFrom(...SIZES)], (which, [width, height]) =>
  does(`window ${which} gets ${width}×${height}`, async (person) => {
    await (await person.in(which))[1].resize?.({ width, height });
  }),
);

export const orders = moves([fc.constantFrom('enroll', 'pay'), mostlyFirst(2)], (what, which) =>
  does(`a new session to ${what} opens in window ${which}`, async (person) => {
    const { popup_url } = await person.world.order(what);
    const [, window] = await person.in(which);
    if (popup_url !== undefined) await window.evaluate(`void (location.href = ${JSON.stringify(popup_url)})`);
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

const sleeps = moves([fc.constantFrom(1, 4, 12)], (minutes) =>
  does(`the device sleeps for ${minutes} min`, async (person) => {
    await person.passTime(minutes * 60_000, true);
    for (const [, window] of await person.windows())
      await window.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`).catch(() => undefined);
  }),
);

const sights = moves(
  [
    fc.oneof(
      fc.constant<Sight>('a sharp finger'),
      fc.constantFrom<Sight>('nothing', 'a blurred finger', 'refused', 'dies'),
    ),
  ],
  (sight) => does(`the camera: ${sight}`, async ({ chromium }) => chromium?.sees(sight)),
);
const devices = moves(
  [fc.constantFrom<Device>('confirms', 'refuses', 'does not answer', 'has no screen lock')],
  (device) => does(`the device ${device}`, async ({ chromium }) => chromium?.has(device)),
);
const bindings = moves([fc.constantFrom('off', 'offered', 'required')], (mode) =>
  does(`the shop binds devices: ${mode}`, (person) => person.world.binds(mode)),
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
    if (code) await person.chromium?.openElsewhere(code);
  }),
);
const types = moves([fc.boolean()], (isRight) =>
  does(`types the ${isRight ? 'right' : 'wrong'} number`, async (person) => {
    const token = await tokenOf(person);
    const number = token && (await person.world.joinNumber(token));
    for (const [, window] of number ? await person.windows() : []) {
      const isThere = await window.evaluate(
        `document.querySelector('#number') !== null && !document.querySelector('#number').focus()`,
      );
      if (isThere) await window.type(isRight ? number! : number === '00' ? '10' : '00');
    }
  }),
);

/** What happens without the person. */
const world = fc.oneof(sights, sights, sights, rests, rests, sleeps, network, devices, bioApi, resizes, scans);
export const asks = moves(
  [fc.constantFrom('a question', 'capture'), main, fc.array(world, { maxLength: 4 })],
  (screen, how, happen) =>
    does(
      `goes on until it shows ${screen}, and leaves a question open: ${[...happen.map(({ says }) => says), '5 s pass'].join(', ')}`,
      async (person, model) => {
        await goOn(person, model, how, screen, 12);
        const control = questionOf(await look((await person.in(0))[1]));
        if (control < 0) return 'there is none';
        const name = await person.press({ window: 0, control }, 30, 'mouse');
        for (const { run, can } of happen) {
          await holds(model, person);
          if (can?.(model) !== false) await run(model, person);
        }
        await person.passTime(5000);
        return name;
      },
    ),
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
    ...[presses, goesOn, asks, world].flatMap((each) => Array<Moves<Model, Person>>(8).fill(each)),
    ...[visits, visits, visits, orders, again, types].flatMap((each) => [each, each]),
    bindings,
    goesBack,
    opensTheApp,
    inWindow('goes forward', (window) => window.evaluate('history.forward()')),
    inWindow('reloads', (window) => window.evaluate('location.reload()')),
    inWindow('closes it', async (window, person) => (await person.windows()).length > 1 && window.close()),
  ],
  async open() {
    const checked = new Set<string>();
    const enter = async () => {
      const started = await start();
      return { ...started, world: await ShopWorld.open(started.origin) };
    };
    const leave = async ({ engine, world }: Awaited<ReturnType<typeof enter>>): Promise<void> => {
      await engine.close().catch(() => undefined);
      await world[Symbol.asyncDispose]();
    };
    let entered = await enter();
    const isLost = async (): Promise<boolean> => (await entered.engine.windows().catch(() => undefined)) === undefined;
    return {
      isLost,
      async begin() {
        if (await isLost()) {
          await leave(entered);
          entered = await enter();
        }
        const { engine, world, lead } = entered;
        lead(world.service.service.ports.api);
        await world.begin();
        const person = new Person(world, engine, lead, checked);
        if (person.chromium) person.chromium.sight = 'a sharp finger';
        await person.chromium?.has('confirms');
        return { model: { isOnline: true }, real: person };
      },
      holds,
      ends: async (_model, person) => person.chromium?.end(),
      leave: async (person) => person.chromium?.end().catch(() => undefined),
      [Symbol.asyncDispose]: () => leave(entered),
    };
  },
});

export const walk = pagesWalk('pages', async () => {
  await buildPages();
  const browser = await TestBrowser.start();
  return {
    engine: new Chromium(browser),
    origin: 'https://authly.test',
    lead: (port: number | undefined) => browser.lead('authly', port),
  };
});
