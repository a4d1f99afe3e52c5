import { endSignIn, listSignIns } from '../../actions/console-access.ts';
import type { Handler } from '../endpoint.ts';

export const signIns: Handler = (context) => listSignIns(context);

export const endOne: Handler = async (_context, { params, operator }) => {
  await endSignIn(operator, params['id']!);
  return {};
};

export const logout: Handler = async (_context, { signIn, operator }) => {
  await endSignIn(operator, signIn.id);
  return {};
};
