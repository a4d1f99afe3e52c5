import { endSignIn, listSignIns } from '../../actions/console-access.ts';
import type { Endpoint } from '../endpoint.ts';

export const signIns: Endpoint['answer'] = (parts) => listSignIns(parts);

export const endOne: Endpoint['answer'] = async (_parts, { params, operator }) => {
  await endSignIn(operator, params['id']!);
  return {};
};

export const logout: Endpoint['answer'] = async (_parts, { signIn, operator }) => {
  await endSignIn(operator, signIn.id);
  return {};
};
