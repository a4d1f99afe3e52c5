import { parseUrl } from '@authly/ui/parse-url.ts';

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const pointsToThisMachine = (link: string): boolean => LOOPBACK.test(parseUrl(link)?.hostname ?? '');

export const PHONE_COMMAND = 'npm start -- --phone';
