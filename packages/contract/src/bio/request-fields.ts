import { Type } from 'typebox';

/** What both calls to a merchant's Bio API say of themselves. */
export const requestFields = {
  merchant_id: Type.String({ description: 'Your merchant id.' }),
  merchant_user_ref: Type.String({
    description: 'Your own reference to the user, as you gave it when the session was created. Compare it exactly.',
  }),
  type: Type.String({ examples: ['fingerprint'], description: 'The biometric type: `fingerprint`.' }),
};

/** What both answers may repeat of the request. */
export const repeatedFields = {
  merchant_user_ref: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
  type: Type.Optional(Type.String({ description: 'If returned, equals the request.' })),
  enrollment_ref: Type.Optional(Type.String({ minLength: 1, description: 'Your own id of the stored enrollment.' })),
};
