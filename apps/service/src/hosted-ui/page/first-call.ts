import { token } from './arrival.ts';
import { thisDevice } from './device.ts';
import { HostedApi } from './hosted-api.ts';

/** The second module that runs. */
export const device = thisDevice();
export const api = new HostedApi(token ?? '', { firstVia: device === 'desk' ? 'qr' : 'button' });
/** Asked before anything else: on a slow phone the way to the service and back takes longer than all that this page does. */
export const firstReply = token === undefined ? undefined : api.begin();
