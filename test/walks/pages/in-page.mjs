// Runs in every page of a walk. Finds what a person can press, and notes what the page did about it.
globalThis.walk ??= (() => {
  const CONTROLS = 'button, a[href], a[role=link], summary, select, input:not([type=file])';
  const OVER = new Set(['ended', 'invalid-link', 'taken', 'unsupported', 'other-type']);
  const CANCELABLE = new Set(['waiting', 'join-check', 'app-launched']);
  const STATUSES = new Set(['succeeded', 'failed', 'expired', 'canceled']);
  const NOTHING = { page: 'other', screen: '', title: '', text: '', controls: [], waysOn: [] };
  const isOurs = location.protocol === 'https:';
  /** Survives a move to the next page of the tab. */
  const wrong = isOurs ? JSON.parse(sessionStorage['walk.wrong'] ?? '[]') : [];
  const complain = (text) => (sessionStorage['walk.wrong'] = JSON.stringify(wrong.push(text) && wrong));
  let press;
  let asked;
  let ended;

  const page = () =>
    location.pathname.startsWith('/hosted')
      ? 'hosted'
      : location.pathname.startsWith('/app')
        ? 'app'
        : document.querySelector('.shop')
          ? 'shop'
          : 'other';
  const question = () => document.querySelector('dialog[open]');
  const textOf = (selector) => document.querySelector(selector)?.innerText.trim() ?? '';
  const screen = () => document.querySelector('.sheet')?.dataset.screen ?? textOf('#outcome strong');
  /** Changes when the page says something else. What it only hides or shows moves other things, and is no excuse. */
  const shown = () =>
    [page(), screen(), textOf('h1'), document.querySelector('.lead')?.textContent, question()?.innerText].join('|');
  const isSeen = (it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const labelOf = (it) => it.labels?.[0] ?? it;
  const nameOf = (it) => {
    const control = it?.closest?.(`${CONTROLS}, label`) ?? it;
    const text = control?.getAttribute?.('aria-label') ?? control?.innerText?.trim();
    return (text || control?.className || control?.tagName || 'nothing').replaceAll(/\s+/g, ' ');
  };
  const isOn = (it, control) => it instanceof Node && (control.contains(it) || labelOf(control).contains(it));
  const isActive = (it) =>
    !it.matches(':disabled') &&
    !it.inert &&
    it.getAttribute('aria-disabled') !== 'true' &&
    !it.closest('[data-settling]');

  /** Those that a person can press now, the main one first. */
  const controls = () => {
    const all = [...(question() ?? document).querySelectorAll(CONTROLS)];
    const seen = all.filter((it) => isActive(it) && isSeen(labelOf(it)));
    const isMain = (it) => it.matches('.main') && !question();
    return [...seen.filter(isMain), ...seen.filter((it) => !isMain(it))];
  };

  const note = () => {
    const now = question();
    const moved = page() === 'app' ? OVER.has(screen()) : !CANCELABLE.has(screen());
    const isSame = asked?.session === sessionId();
    if (asked && asked.dialog !== now && !asked.answered && page() !== 'shop' && !moved && isSame)
      complain(`a question was open, and the page went on to "${screen()}" without an answer`);
    if (now === null) asked = undefined;
    else if (asked?.dialog !== now) asked = { dialog: now, answered: false, session: sessionId() };
    if (page() === 'hosted' && STATUSES.has(screen())) ended ??= { seconds: 0, isUsed: false };
  };
  // Timers of a device that sleeps stand still, as the page's do.
  setInterval(() => ended && ended.seconds++, 1000);
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });

  const on = (type, listener) => addEventListener(type, listener, { capture: true, passive: true });
  on('pointerdown', ({ target }) => press && (press.down = target));
  on('pointerup', ({ clientX: x, clientY: y }) => press && (press.up = document.elementFromPoint(x, y)));
  on('click', ({ target }) => {
    press?.clicked.push(target);
    if (asked?.dialog.contains(target) && target.closest('button')) asked.answered = true;
    const agrees = target.closest('.consent .main, .waiting a.main');
    if (press && agrees && isActive(agrees) && !isOn(agrees, press.aimed))
      complain('a press meant for something else agreed');
  });
  on('cancel', () => asked && (asked.answered = true));
  for (const use of ['pointerdown', 'keydown', 'wheel']) on(use, () => ended && (ended.isUsed = true));

  const refused = () => (sessionStorage['walk.refused'] ??= '');
  const { fetch } = globalThis;
  globalThis.fetch = (...args) => {
    const [, session, call] = /sessions\/([^/]+)\/(callback|failure)$/.exec(String(args[0]?.url ?? args[0])) ?? [];
    if (call === 'failure') sessionStorage['walk.refused'] = `${refused()} ${session}`;
    if (call === 'callback' && question()) complain('a capture was sent while a question was open');
    if (call === 'callback' && refused().includes(session)) complain('a capture was sent after a refusal');
    return fetch(...args);
  };

  /** Calls of the engine. */
  let unanswered = 0;
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', () => unanswered--);
    }
    postMessage(...args) {
      unanswered++;
      super.postMessage(...args);
    }
    terminate() {
      unanswered = 0;
      super.terminate();
    }
  };

  const keepLink = () => {
    const [, kind] = /#(token|link)=/.exec(location.hash) ?? [];
    if (kind) sessionStorage[`walk.${kind}`] = location.href;
  };
  keepLink();
  on('hashchange', keepLink);

  const stored = (name) => JSON.parse(sessionStorage.getItem(name) ?? 'null');
  const token = () => sessionStorage.getItem('authly.hosted.token') ?? undefined;
  const sessionId = () =>
    page() === 'hosted'
      ? token()?.split('.')[0]
      : page() === 'app'
        ? stored('authly.app.visit')?.claim?.session_id
        : stored('authly.pending')?.session_id;

  const whole = () => ({
    page: page(),
    screen: screen(),
    title: textOf('h1'),
    text: document.body?.innerText ?? '',
    isEmpty: !document.body?.innerText,
    isSignedIn: document.querySelector('[data-user][aria-pressed=true]') !== null,
    isAsked: question() !== null,
    isAtCamera: document.querySelector('video') !== null,
    isPrompted: [...document.querySelectorAll('.main')].some((it) => it.disabled),
    mood: document.querySelector('#outcome')?.dataset.mood,
    controls: controls().map(nameOf),
    waysOn: controls()
      .filter((it) => !it.closest('footer, .merchant-privacy'))
      .map(nameOf),
    isMainInactive: [...document.querySelectorAll('.main')].some((it) => isSeen(it) && !isActive(it)),
    sessionId: page() === 'other' ? undefined : sessionId(),
    appSessionId: stored('authly.app.visit')?.claim?.session_id,
    token: token(),
    links: ['token', 'link'].flatMap((kind) => sessionStorage[`walk.${kind}`] ?? []),
    staysOpen: ended !== undefined && !ended.isUsed && opener !== null && ended.seconds > 15,
    wrong,
  });

  return {
    /** A new tab has no storage. One that was opened by a page is to be filled. */
    look: () => (isOurs ? whole() : { ...NOTHING, isEmpty: opener !== null, wrong }),
    isBusy: () => unanswered > 0,
    /** Chooses what is pressed next, and brings it into view. */
    aim(which) {
      const all = controls();
      const aimed = all[which % all.length];
      if (aimed === undefined) return undefined;
      labelOf(aimed).scrollIntoView({ block: 'nearest' });
      press = { aimed, shown: shown(), down: undefined, up: undefined, clicked: [] };
      return { name: nameOf(aimed), isChoice: aimed.matches('select') };
    },
    get aimed() {
      return labelOf(press.aimed);
    },
    choose(which) {
      const options = [...press.aimed.options];
      press.aimed.selectedIndex = which % options.length;
      for (const type of ['input', 'change']) press.aimed.dispatchEvent(new Event(type, { bubbles: true }));
      return options[which % options.length].text;
    },
    /** Whether the last press was a click on what it began on. Otherwise only something else that happened is an excuse. */
    judge() {
      const { aimed, down, up, clicked } = press;
      const wasHit = clicked.some((it) => isOn(it, aimed));
      if (down !== undefined && isOn(down, aimed) && !wasHit && isActive(aimed) && shown() === press.shown)
        complain(`"${nameOf(aimed)}" was pressed and did nothing: at the release "${nameOf(up)}" was there`);
      return wasHit;
    },
  };
})();
