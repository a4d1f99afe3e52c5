// Strangers in a process of their own: what they cost themselves is not measured.
import { answerParent } from '../api/child.ts';
import { ATTACKS, type Target } from './attacks.ts';

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
