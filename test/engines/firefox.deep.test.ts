import { findFirefox } from './find-engines.ts';
import { startFirefox } from './firefox.ts';
import { engineJourneys } from './journeys.ts';

engineJourneys({ name: 'Firefox', isFound: findFirefox() !== undefined, start: startFirefox });
