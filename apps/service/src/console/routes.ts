import type { Endpoint } from './endpoint.ts';
import { audit, verifyAudit } from './endpoints/audit.ts';
import { figures } from './endpoints/figures.ts';
import { health } from './endpoints/health.ts';
import { keys, replace, schedule } from './endpoints/keys.ts';
import { addOwnClient, merchant, merchants, probe, revoke, rotate, settings } from './endpoints/merchants.ts';
import { session, sessions, userRef } from './endpoints/sessions.ts';
import { endOne, logout, signIns } from './endpoints/sign-ins.ts';

/** EVERY ROUTE and who may take it. What is not here is the page itself, or signing in. */
// biome-ignore format: one row a line
export const ROUTES: readonly Endpoint[] = [
  { method: 'GET',  path: '/api/figures',                    role: 'read',  answer: figures },
  { method: 'GET',  path: '/api/sessions',                   role: 'read',  answer: sessions },
  { method: 'GET',  path: '/api/sessions/:id',               role: 'read',  answer: session },
  { method: 'POST', path: '/api/sessions/:id/user-ref',      role: 'admin', answer: userRef },
  { method: 'GET',  path: '/api/merchants',                  role: 'read',  answer: merchants },
  { method: 'GET',  path: '/api/merchants/:id',              role: 'read',  answer: merchant },
  { method: 'POST', path: '/api/merchants/:id/settings',     role: 'admin', answer: settings },
  { method: 'POST', path: '/api/merchants/:id/probe',        role: 'admin', answer: probe },
  { method: 'POST', path: '/api/merchants/:id/clients',      role: 'admin', answer: addOwnClient },
  { method: 'POST', path: '/api/clients/:id/rotate',         role: 'admin', answer: rotate },
  { method: 'POST', path: '/api/clients/:id/revoke',         role: 'admin', answer: revoke },
  { method: 'GET',  path: '/api/keys',                       role: 'read',  answer: keys },
  { method: 'POST', path: '/api/keys/schedule',              role: 'admin', answer: schedule },
  { method: 'POST', path: '/api/keys/emergency',             role: 'admin', answer: replace },
  { method: 'GET',  path: '/api/audit',                      role: 'read',  answer: audit },
  { method: 'POST', path: '/api/audit/verify',               role: 'admin', answer: verifyAudit },
  { method: 'GET',  path: '/api/health',                     role: 'read',  answer: health },
  { method: 'GET',  path: '/api/sign-ins',                   role: 'admin', answer: signIns },
  { method: 'POST', path: '/api/sign-ins/:id/end',           role: 'admin', answer: endOne },
  { method: 'POST', path: '/api/logout',                     role: 'read',  answer: logout },
];
