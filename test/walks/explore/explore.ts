import * as fc from 'fast-check';
import type { Ground, Move, Walk, World } from './walk.ts';

export interface Exploration {
  readonly seed: number;
  /** Repeats one walk. */
  readonly path?: string | undefined;
  /** The number of new walks. */
  readonly runs?: number | undefined;
  /** Replaces the number of walks. */
  readonly minutes?: number | undefined;
  /** If false, the first walk that fails is the answer. */
  readonly shrinks?: boolean | undefined;
}

export interface Report {
  readonly walks: number;
  readonly moves: number;
  /** Moves that no walk has made: one sentence of each. */
  readonly untaken: readonly string[];
  readonly failure?: { readonly moves: readonly string[]; readonly error: unknown; readonly path: string };
}

const DEFAULT_RUNS = 20;

/** Walks until a walk fails, and shrinks that one unless it was named by its path. */
export async function explore<Model extends object, Real>(
  walk: Walk<Model, Real>,
  ground: Ground,
  { seed, path = '', runs, minutes, shrinks = path === '' }: Exploration,
): Promise<Report> {
  await using world = await walk.open(ground);
  // fast-check writes the second part in base64, which has slashes too.
  const [valuePath = '', ...parts] = path.split('/');
  const replayPath = parts.join('/');
  const taken = new Tally();
  const commands = fc.commands(
    walk.moves.map((each) => each.map((move) => new Command(move, world, taken, each))),
    { maxCommands: walk.longest, size: 'max', ...(replayPath !== '' && { replayPath }) },
  );
  const endsAt = minutes === undefined ? Infinity : performance.now() + minutes * 60_000;
  // A path is one walk. If it passes, fast-check goes on with its neighbors.
  const isOver = (): boolean => (path !== '' && taken.walks > 0) || performance.now() > endsAt;
  const property = fc.asyncProperty(commands, async (sequence) => {
    if (isOver()) throw new fc.PreconditionFailure(true);
    await within(walk.withinMs, walkOnce(world, sequence, taken), taken);
  });
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    // Short walks would find little for what their start costs.
    unbiased: true,
    ...(path === ''
      ? { numRuns: minutes === undefined ? (runs ?? DEFAULT_RUNS) : Number.MAX_SAFE_INTEGER }
      : { path: valuePath }),
    endOnFailure: !shrinks,
  });
  const { walks, moves } = taken;
  const untaken = [...new Set(walk.moves)].flatMap((each) =>
    taken.kinds.has(each) ? [] : fc.sample(each, 1)[0]!.says,
  );
  if (!failed) return { walks, moves, untaken };
  const replay = /replayPath="(.*?)"/.exec(fc.stringify(counterexample))?.[1] ?? '';
  return {
    walks,
    moves,
    untaken,
    failure: { moves: taken.ofFailure, error: errorInstance, path: `${counterexamplePath}/${replay}` },
  };
}

/** Throws what one walk of these moves finds. */
export async function repeat<Model extends object, Real>(
  { withinMs }: Walk<Model, Real>,
  world: World<Model, Real>,
  moves: readonly Move<Model, Real>[],
): Promise<void> {
  const taken = new Tally();
  const commands = moves.map((move) => new Command(move, world, taken));
  await within(withinMs, walkOnce(world, commands, taken), taken);
}

async function walkOnce<Model extends object, Real>(
  world: World<Model, Real>,
  sequence: Iterable<fc.AsyncCommand<Model, Real, boolean>>,
  taken: Tally,
): Promise<void> {
  const { model, real } = await world.begin();
  taken.begin();
  try {
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    await world.ends?.(model, real);
  } catch (error) {
    if (!(await world.isLost?.())) throw error;
    await walkOnce(world, sequence, taken);
  } finally {
    await world.leave?.(real);
  }
}

async function within(ms: number, work: Promise<void>, taken: Tally): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`the walk has not ended after ${ms / 1000} s`)), ms);
  try {
    await Promise.race([work, late.promise]);
  } catch (error) {
    taken.fail();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The moves of the current walk and of the last one that failed, which is the shortest. */
class Tally {
  walks = 0;
  moves = 0;
  readonly kinds = new Set<unknown>();
  ofFailure: readonly string[] = [];
  #current: string[] = [];

  begin(): void {
    this.walks++;
    this.#current = [];
  }

  move(sentence: string, kind: unknown): (happened: string) => void {
    this.moves++;
    this.kinds.add(kind);
    const current = this.#current;
    const at = current.push(sentence) - 1;
    return (happened) => void (current[at] += ` → ${happened}`);
  }

  fail(): void {
    this.ofFailure = this.#current;
  }
}

class Command<Model extends object, Real> implements fc.AsyncCommand<Model, Real> {
  readonly #move: Move<Model, Real>;
  readonly #world: World<Model, Real>;
  readonly #taken: Tally;
  readonly #kind: unknown;

  constructor(move: Move<Model, Real>, world: World<Model, Real>, taken: Tally, kind?: unknown) {
    this.#move = move;
    this.#world = world;
    this.#taken = taken;
    this.#kind = kind;
  }

  check(model: Model): boolean {
    return this.#move.can?.(model) ?? true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const happened = this.#taken.move(this.#move.says, this.#kind);
    const answer = await this.#move.run(model, real);
    if (answer !== undefined) happened(answer);
    await this.#world.holds?.(model, real);
  }

  toString(): string {
    return this.#move.says;
  }
}

/** The moves as sentences, what was wrong, and the command that repeats it. */
export function asText(name: string, seed: number, { walks, moves, failure }: Report): string {
  const taken = `${name}: ${walks} walks with ${moves} moves, seed ${seed}`;
  if (failure === undefined) return taken;
  const { error, path } = failure;
  return [
    `${taken}. This walk fails:`,
    ...failure.moves.map((sentence, i) => `  ${i + 1}. ${sentence}`),
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    `Repeat it: npm run explore -- ${name} --seed ${seed} --path ${path}`,
  ].join('\n');
}
