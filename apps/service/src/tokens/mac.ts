import { createHmac } from 'node:crypto';

/** HMAC-SHA-256. What it proves stands first in `text`, so that one secret serves several kinds of token. */
export const mac = (secret: Uint8Array, text: string): Buffer => createHmac('sha256', secret).update(text).digest();
