import { Type, type Static } from 'typebox';
import { APP_FAILURE_REASONS } from '../failure-codes.ts';

export const AppFailureRequest = Type.Object(
  { reason: Type.Enum([...APP_FAILURE_REASONS]) },
  { $id: 'AppFailureRequest' },
);
export type AppFailureRequest = Static<typeof AppFailureRequest>;
