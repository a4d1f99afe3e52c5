import { wordsSuite } from '../../../../packages/ui/test/words-suite.ts';
import { WORDS } from './languages.ts';

wordsSuite(WORDS, ['drawer_person_a', 'drawer_person_b']);
