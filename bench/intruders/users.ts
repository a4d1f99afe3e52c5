import { encodeTemplate, synthesize, type View } from '../../packages/fingerprint/src/index.ts';
import { generator } from '../random.ts';
import { DISGUISES, disguised } from '../replays/copies.ts';
import { sealedRecord, type Captures, type Sealed } from '../turns/captures.ts';
import { SCORERS, withoutMap, type Scorer } from '../wolves/judgement.ts';
import { recordedView } from '../wolves/population.ts';

/** Somebody whose finger is enrolled by three touches, of one scorer's kind. */
export interface User {
  readonly name: string;
  readonly scorer: Scorer;
  /** What the merchant keeps, and a touch that is truly theirs. */
  readonly captures: Captures;
  /** Enrolled touches again, disguised. */
  readonly copies: readonly Sealed[];
}

/** No other bench and no test has these: nobody learned on them. */
const FIRST = 9000;
const TOUCHES = [0, 1, 2];
/** What must be found wherever the enrollment has its ridge map: copies with noise. Others are told by the bench of replays. */
const COPIES = DISGUISES.filter(({ name }) => /^noise of \d pixels?$/.test(name));

/** Every second one is enrolled with another maker's minutiae alone. */
export function makeUsers(count: number, progress: (done: number) => void): User[] {
  const random = generator(3);
  return Array.from({ length: count }, (_, k) => {
    const scorer = SCORERS[k % SCORERS.length]!;
    const touch = (impression: number): View => {
      const view = recordedView(synthesize({ finger: FIRST + k, impression }))!;
      return scorer === 'full' ? view : withoutMap(view);
    };
    const touches = TOUCHES.map(touch);
    const own = touch(TOUCHES.length);
    progress(k + 1);
    return {
      name: `user-${k}`,
      scorer,
      captures: { enrolled: sealed(...touches), probe: sealed(own) },
      copies: COPIES.map((how, i) => sealed(disguised(touches[i % touches.length]!, how, random))),
    };
  });
}

const sealed = (...views: View[]): Sealed => sealedRecord(encodeTemplate(views));
