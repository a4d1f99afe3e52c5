import { wordsSuite } from '../../../../packages/ui/test/words-suite.ts';
import { WORDS } from './languages.ts';

wordsSuite(WORDS);
