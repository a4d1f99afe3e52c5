import { StoreUnavailableError } from '../store.ts';

/** Statements of one kind that are under way at a time. Whatever comes meanwhile goes together with the next. */
const LANES = 2;
/** Calls that one statement answers at most. */
const MAX_CALLS = 100;
/** How long a call may wait for its turn. */
const TURN_MS = 5000;

export interface Ways<Call, Answer> {
  /** One call by a statement of its own. */
  readonly one: (call: Call) => Promise<Answer>;
  /** Several by one statement, their answers in the same order. It fails as a whole; one that it did nothing for has no answer, and is asked alone. */
  readonly many: (calls: readonly Call[]) => Promise<readonly (Answer | undefined)[]>;
  /** What a statement can touch only once: of two calls with the same key the second has one of its own. */
  readonly keyOf?: (call: Call) => string | undefined;
  /** Only calls of one kind go together. */
  readonly kindOf?: (call: Call) => string;
}

interface Waiting<Call, Answer> {
  readonly call: Call;
  readonly since: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A round trip costs this process far more than a row does, and a commit waits for the disk. So the calls of one turn of the event loop go
 * out as one statement; a call that comes alone is asked alone.
 */
export class Together<Call, Answer> {
  readonly #ways: Ways<Call, Answer>;
  #waiting: Waiting<Call, Answer>[] = [];
  #underWay = 0;
  #isScheduled = false;

  constructor(ways: Ways<Call, Answer>) {
    this.#ways = ways;
  }

  /** Calls that wait because all lanes are taken. */
  get waiting(): number {
    return this.#underWay < LANES ? 0 : this.#waiting.length;
  }

  ask(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, since: performance.now(), resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= LANES || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    // After all requests that have already arrived.
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#begin();
    });
  }

  async #begin(): Promise<void> {
    this.#underWay++;
    const next = this.#next();
    this.#schedule();
    const seen = new Set<string>();
    const [repeated, first] = partition(next, ({ call }) => {
      const key = this.#ways.keyOf?.(call);
      return key !== undefined && seen.size === seen.add(key).size;
    });
    await Promise.all([this.#asOne(first), ...repeated.map((each) => this.#alone(each))]);
    this.#underWay--;
    this.#schedule();
  }

  #next(): Waiting<Call, Answer>[] {
    const { kindOf } = this.#ways;
    const some = this.#waiting.splice(0, MAX_CALLS);
    const [late, inTime] = partition(some, ({ since }) => since < performance.now() - TURN_MS);
    for (const { reject } of late) reject(new StoreUnavailableError('busy', 'the database took too long'));
    if (kindOf === undefined || inTime.length < 2) return inTime;
    const kind = kindOf(inTime[0]!.call);
    const [alike, others] = partition(inTime, ({ call }) => kindOf(call) === kind);
    this.#waiting.unshift(...others);
    return alike;
  }

  async #asOne(some: readonly Waiting<Call, Answer>[]): Promise<void> {
    if (some.length === 0) return;
    if (some.length === 1) return this.#alone(some[0]!);
    let answers: readonly (Answer | undefined)[] = [];
    try {
      answers = await this.#ways.many(some.map(({ call }) => call));
    } catch (error) {
      // A fault of one call is nobody else's: then each is asked alone.
      if (error instanceof StoreUnavailableError) return some.forEach(({ reject }) => reject(error));
    }
    const unanswered = some.filter(({ resolve }, i) => {
      const answer = answers[i];
      if (answer !== undefined) resolve(answer);
      return answer === undefined;
    });
    await Promise.all(unanswered.map((each) => this.#alone(each)));
  }

  async #alone({ call, resolve, reject }: Waiting<Call, Answer>): Promise<void> {
    await this.#ways.one(call).then(resolve, reject);
  }
}

function partition<T>(all: readonly T[], belongs: (each: T) => boolean): [those: T[], others: T[]] {
  const those: T[] = [];
  const others: T[] = [];
  for (const each of all) (belongs(each) ? those : others).push(each);
  return [those, others];
}
