import { Type } from 'typebox';
import { acknowledgeNotice, keyNotice } from '../../actions/key-notice.ts';
import { keyReadiness } from '../../actions/key-readiness.ts';
import { listKeys, replaceKey, scheduleKey, withdrawKey } from '../../actions/keys.ts';
import { OperatorError, isoTime } from '../../actions/operator.ts';
import { shape } from '../../../http/shape.ts';
import { KEY_PURPOSES } from '../../../config/key-purposes.ts';
import { NOTICE_MS } from '../../../keys/rotation.ts';
import type { Handler } from '../endpoint.ts';
import { ConsoleError } from '../console-error.ts';
import type { Keys } from '../wire.ts';

/** So that a switch time chosen at once is not too early when it arrives. */
const MARGIN_MS = 5 * 60_000;

export const keys: Handler = async (context, { operator }): Promise<Keys> => ({
  keys: await listKeys(operator),
  readiness: await keyReadiness(operator).catch(nullIfRefused),
  earliestSwitch: Object.fromEntries(
    KEY_PURPOSES.map((each) => [each, isoTime(context.now() + NOTICE_MS[each] + MARGIN_MS)!]),
  ),
  notice: await keyNotice(operator).catch(nullIfRefused),
});

function nullIfRefused(error: unknown): null {
  if (error instanceof OperatorError) return null;
  throw error;
}

const purpose = Type.Enum([...KEY_PURPOSES]);
const scheduleShape = shape(
  Type.Object({ purpose, switch_at: Type.String({ maxLength: 40 }) }, { additionalProperties: false }),
);
const replaceShape = shape(
  Type.Object({ purpose, key_id: Type.Optional(Type.String({ maxLength: 100 })) }, { additionalProperties: false }),
);

export const schedule: Handler = (_context, { body, operator }) => {
  const { purpose: asked, switch_at } = scheduleShape(body);
  const switchAt = Date.parse(switch_at);
  if (Number.isNaN(switchAt)) throw new ConsoleError(400, 'invalid_request', 'switch_at must be an ISO 8601 time.');
  return scheduleKey(operator, { purpose: asked, switchAt });
};

export const replace: Handler = (_context, { body, operator }) => {
  const { purpose: asked, key_id } = replaceShape(body);
  return replaceKey(operator, { purpose: asked, suspectId: key_id });
};

const withdrawShape = shape(Type.Object({ key_id: Type.String({ maxLength: 100 }) }, { additionalProperties: false }));

export const withdraw: Handler = (_context, { body, operator }) => withdrawKey(operator, withdrawShape(body).key_id);

const acknowledgeShape = shape(
  Type.Object({ merchant_id: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
);

export const acknowledge: Handler = async (_context, { body, operator }) => {
  await acknowledgeNotice(operator, acknowledgeShape(body).merchant_id);
  return {};
};
