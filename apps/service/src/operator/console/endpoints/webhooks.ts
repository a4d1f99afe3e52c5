import { Type } from 'typebox';
import {
  listDeliveries,
  pauseWebhook,
  resumeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  setWebhook,
  testWebhook,
} from '../../actions/webhooks.ts';
import { findMerchant } from '../../actions/merchants.ts';
import { shape } from '../../../http/shape.ts';
import type { Handler } from '../endpoint.ts';

const ROWS = 20;

/** The latest events, each with its last delivery attempt. */
export const deliveries: Handler = (_context, { params, operator }) => listDeliveries(operator, params['id']!, ROWS);

const settingShape = shape(
  Type.Object(
    {
      webhookUrl: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]),
      webhookCaPem: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), Type.Null()])),
    },
    { additionalProperties: false },
  ),
);

export const setOne: Handler = async (_context, { params, body, operator }) => {
  const { webhookUrl: url, webhookCaPem: caPem } = settingShape(body);
  const { id } = await findMerchant(operator, params['id']!);
  return setWebhook(operator, id, { url, caPem });
};

export const test: Handler = (_context, { params, operator }) => testWebhook(operator, params['id']!);

const retryShape = shape(
  Type.Object({ session_id: Type.Optional(Type.String({ maxLength: 100 })) }, { additionalProperties: false }),
);

export const retry: Handler = async (_context, { params, body, operator }) => ({
  due: await retryWebhook(operator, params['id']!, retryShape(body).session_id),
});

export const rotateSecret: Handler = async (_context, { params, operator }) => ({
  webhook_secret: await rotateWebhookSecret(operator, params['id']!),
});

export const pause: Handler = async (_context, { params, operator }) => {
  await pauseWebhook(operator, params['id']!);
  return {};
};

export const resume: Handler = async (_context, { params, operator }) => {
  await resumeWebhook(operator, params['id']!);
  return {};
};
