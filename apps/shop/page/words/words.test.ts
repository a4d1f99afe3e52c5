import { wordsSuite } from '../../../../packages/page-kit/test/words-suite.ts';
import { WORDS } from './languages.ts';

wordsSuite(WORDS);
