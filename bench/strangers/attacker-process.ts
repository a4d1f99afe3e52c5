// Strangers in a process of their own: what they cost themselves is not measured. They have machines of their own, so here they come last.
import { constants, setPriority } from 'node:os';
import { answerParent } from '../api/child.ts';
import { ATTACKS, type Target } from './attacks.ts';

setPriority(constants.priority.PRIORITY_LOW);
let end: (() => void) | undefined;

answerParent(
  {
    async begin({ name, target }: { name: string; target: Target }) {
      end = await ATTACKS[name]!(target);
    },
    end: () => end?.(),
  },
  async () => end?.(),
);
