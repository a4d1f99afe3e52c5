import type { AppWords } from '../capture/capture-props.ts';
import type { VisitState } from '../visit/state.ts';
import type { Visit } from '../visit/visit.ts';

export interface ScreenProps {
  readonly words: AppWords;
  readonly visit: Visit;
  readonly state: VisitState;
}
