import type { Endpoint } from './endpoint.ts';
import { audit, exportAudit, verifyAudit } from './endpoints/audit.ts';
import { addOwnClient, revoke, rotate } from './endpoints/clients.ts';
import { health } from './endpoints/health.ts';
import { metrics } from './endpoints/metrics.ts';
import { acknowledge, keys, replace, schedule, withdraw } from './endpoints/keys.ts';
import { add, logo, probe, resume, settings, suspend } from './endpoints/merchant-changes.ts';
import { merchant, merchants, newMerchantForm } from './endpoints/merchants.ts';
import { session, sessions, sessionsFile, userRef } from './endpoints/sessions.ts';
import { endOne, logout, signIns } from './endpoints/sign-ins.ts';
import * as webhooks from './endpoints/webhooks.ts';

/** A certificate file and a logo, as JSON. */
const WITH_FILES = 200_000;

/** EVERY ROUTE with its role, except the page itself and signing in. */
// biome-ignore format: one row a line
export const ROUTES: readonly Endpoint[] = [
  { method: 'GET',  path: '/api/metrics',                    role: 'read',  handle: metrics },
  { method: 'GET',  path: '/api/sessions',                   role: 'read',  handle: sessions },
  { method: 'GET',  path: '/api/sessions-file',              role: 'read',  handle: sessionsFile },
  { method: 'GET',  path: '/api/sessions/:id',               role: 'read',  handle: session },
  { method: 'POST', path: '/api/sessions/:id/user-ref',      role: 'admin', handle: userRef },
  { method: 'GET',  path: '/api/merchants',                  role: 'read',  handle: merchants },
  { method: 'GET',  path: '/api/merchant-form',              role: 'admin', handle: newMerchantForm },
  { method: 'POST', path: '/api/merchants',                  role: 'admin', handle: add, bodyLimit: WITH_FILES },
  { method: 'GET',  path: '/api/merchants/:id',              role: 'read',  handle: merchant },
  { method: 'POST', path: '/api/merchants/:id/settings',     role: 'admin', handle: settings, bodyLimit: WITH_FILES },
  { method: 'POST', path: '/api/merchants/:id/logo',         role: 'admin', handle: logo, bodyLimit: WITH_FILES },
  { method: 'POST', path: '/api/merchants/:id/suspend',      role: 'admin', handle: suspend },
  { method: 'POST', path: '/api/merchants/:id/resume',       role: 'admin', handle: resume },
  { method: 'POST', path: '/api/merchants/:id/probe',        role: 'admin', handle: probe },
  { method: 'POST', path: '/api/merchants/:id/clients',      role: 'admin', handle: addOwnClient },
  { method: 'GET',  path: '/api/merchants/:id/deliveries',   role: 'read',  handle: webhooks.deliveries },
  { method: 'POST', path: '/api/merchants/:id/webhook',      role: 'admin', handle: webhooks.setOne, bodyLimit: WITH_FILES },
  { method: 'POST', path: '/api/merchants/:id/webhook/test',   role: 'admin', handle: webhooks.test },
  { method: 'POST', path: '/api/merchants/:id/webhook/retry',  role: 'admin', handle: webhooks.retry },
  { method: 'POST', path: '/api/merchants/:id/webhook/rotate', role: 'admin', handle: webhooks.rotateSecret },
  { method: 'POST', path: '/api/merchants/:id/webhook/pause',  role: 'admin', handle: webhooks.pause },
  { method: 'POST', path: '/api/merchants/:id/webhook/resume', role: 'admin', handle: webhooks.resume },
  { method: 'POST', path: '/api/clients/:id/rotate',         role: 'admin', handle: rotate },
  { method: 'POST', path: '/api/clients/:id/revoke',         role: 'admin', handle: revoke },
  { method: 'GET',  path: '/api/keys',                       role: 'read',  handle: keys },
  { method: 'POST', path: '/api/keys/schedule',              role: 'admin', handle: schedule },
  { method: 'POST', path: '/api/keys/emergency',             role: 'admin', handle: replace },
  { method: 'POST', path: '/api/keys/withdraw',              role: 'admin', handle: withdraw },
  { method: 'POST', path: '/api/keys/acknowledge',           role: 'admin', handle: acknowledge },
  { method: 'GET',  path: '/api/audit',                      role: 'read',  handle: audit },
  { method: 'POST', path: '/api/audit/verify',               role: 'admin', handle: verifyAudit },
  { method: 'POST', path: '/api/audit/export',               role: 'admin', handle: exportAudit },
  { method: 'GET',  path: '/api/health',                     role: 'read',  handle: health },
  { method: 'GET',  path: '/api/sign-ins',                   role: 'admin', handle: signIns },
  { method: 'POST', path: '/api/sign-ins/:id/end',           role: 'admin', handle: endOne },
  { method: 'POST', path: '/api/logout',                     role: 'read',  handle: logout },
];
