import { Type, type Static } from 'typebox';

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'One of the error catalogue.' }),
      message: Type.String({ description: 'A sentence for developers. Do not parse it.' }),
      request_id: Type.String({ description: 'Equals the X-Request-Id response header.' }),
    }),
  },
  { $id: 'ErrorBody' },
);
export type ErrorBody = Static<typeof ErrorBody>;
