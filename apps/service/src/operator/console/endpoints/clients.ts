import { Type } from 'typebox';
import { addClient, revokeClient, rotateClient } from '../../actions/clients.ts';
import { shape } from '../../../http/shape.ts';
import type { Handler } from '../endpoint.ts';

const clientShape = shape(
  Type.Object({ scope: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
);

export const addOwnClient: Handler = (_context, { params, body, operator }) =>
  addClient(operator, { merchantId: params['id']!, scope: clientShape(body).scope });

export const rotate: Handler = (_context, { params, operator }) => rotateClient(operator, params['id']!);

export const revoke: Handler = async (_context, { params, operator }) => {
  await revokeClient(operator, params['id']!);
  return {};
};
