import type { VisitState } from '../visit/state.ts';
import type { Visit } from '../visit/visit.ts';
import type { Words } from '../words/en.ts';

export interface ScreenProps {
  readonly words: Words;
  readonly visit: Visit;
  readonly state: VisitState;
}
