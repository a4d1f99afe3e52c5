import type { Endpoint } from './endpoint.ts';
import { audit, verifyAudit } from './endpoints/audit.ts';
import { health } from './endpoints/health.ts';
import { metrics } from './endpoints/metrics.ts';
import { keys, replace, schedule } from './endpoints/keys.ts';
import { addOwnClient, merchant, merchants, probe, revoke, rotate, settings } from './endpoints/merchants.ts';
import { session, sessions, userRef } from './endpoints/sessions.ts';
import { endOne, logout, signIns } from './endpoints/sign-ins.ts';

/** EVERY ROUTE with its role, except the page itself and signing in. */
// biome-ignore format: one row a line
export const ROUTES: readonly Endpoint[] = [
  { method: 'GET',  path: '/api/metrics',                    role: 'read',  handle: metrics },
  { method: 'GET',  path: '/api/sessions',                   role: 'read',  handle: sessions },
  { method: 'GET',  path: '/api/sessions/:id',               role: 'read',  handle: session },
  { method: 'POST', path: '/api/sessions/:id/user-ref',      role: 'admin', handle: userRef },
  { method: 'GET',  path: '/api/merchants',                  role: 'read',  handle: merchants },
  { method: 'GET',  path: '/api/merchants/:id',              role: 'read',  handle: merchant },
  { method: 'POST', path: '/api/merchants/:id/settings',     role: 'admin', handle: settings },
  { method: 'POST', path: '/api/merchants/:id/probe',        role: 'admin', handle: probe },
  { method: 'POST', path: '/api/merchants/:id/clients',      role: 'admin', handle: addOwnClient },
  { method: 'POST', path: '/api/clients/:id/rotate',         role: 'admin', handle: rotate },
  { method: 'POST', path: '/api/clients/:id/revoke',         role: 'admin', handle: revoke },
  { method: 'GET',  path: '/api/keys',                       role: 'read',  handle: keys },
  { method: 'POST', path: '/api/keys/schedule',              role: 'admin', handle: schedule },
  { method: 'POST', path: '/api/keys/emergency',             role: 'admin', handle: replace },
  { method: 'GET',  path: '/api/audit',                      role: 'read',  handle: audit },
  { method: 'POST', path: '/api/audit/verify',               role: 'admin', handle: verifyAudit },
  { method: 'GET',  path: '/api/health',                     role: 'read',  handle: health },
  { method: 'GET',  path: '/api/sign-ins',                   role: 'admin', handle: signIns },
  { method: 'POST', path: '/api/sign-ins/:id/end',           role: 'admin', handle: endOne },
  { method: 'POST', path: '/api/logout',                     role: 'read',  handle: logout },
];
