import { KEY_PURPOSES } from '../../../config/key-purposes.ts';
import { NOTICE_MS } from '../../../keys/rotation.ts';
import { keyNotice } from '../../actions/key-notice.ts';
import { keyReadiness } from '../../actions/key-readiness.ts';
import { listKeys } from '../../actions/key-view.ts';
import { isoTime, nullIfRefused } from '../../actions/operator.ts';
import { endpoint } from '../endpoint.ts';

/** So that a switch time chosen at once is not too early when it arrives. */
const MARGIN_MS = 5 * 60_000;

export const keyDetails = endpoint({
  name: 'keys details',
  role: 'read',
  params: {},
  run: async (operator) => ({
    keys: await listKeys(operator),
    // Of the active signing key; null: there is none yet.
    readiness: await keyReadiness(operator).catch(nullIfRefused),
    // The earliest time that a switch can be announced for, by purpose.
    earliestSwitch: Object.fromEntries(
      KEY_PURPOSES.map((each) => [each, isoTime(operator.now() + NOTICE_MS[each] + MARGIN_MS)!]),
    ),
    // Of the announced rotation of the signing key.
    notice: await keyNotice(operator).catch(nullIfRefused),
  }),
});
