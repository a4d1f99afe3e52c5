import { findWebKit } from './find-engines.ts';
import { engineJourneys } from './journeys.ts';
import { startWebKit } from './webkit.ts';

engineJourneys({ name: 'WebKit', isFound: findWebKit() !== undefined, start: startWebKit });
