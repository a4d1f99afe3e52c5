import { operationPath } from '@authly/contract/operation-path';
import { OPERATIONS, type OperationName } from '@authly/contract/operations';
import { expect, it } from 'vitest';
import { importanceOf, mayWait } from './importance.ts';

const requestOf = (operation: OperationName, query = '') => ({
  method: OPERATIONS[operation].method,
  url: operationPath(operation, { session_id: 'ses_1' }) + query,
});

it.each<[OperationName, string]>([
  ['listSigningKeys', 'reading'],
  ['hostedSession', 'reading'],
  ['hostedEvents', 'reading'],
  ['hostedLink', 'reading'],
  ['appSession', 'reading'],
  ['issueToken', 'asking'],
  ['readResult', 'asking'],
  ['createEnrollmentSession', 'moving'],
  ['createVerificationSession', 'moving'],
  ['cancelSession', 'moving'],
  ['hostedOpened', 'moving'],
  ['hostedConfirm', 'moving'],
  ['hostedCancel', 'moving'],
  ['claimSession', 'moving'],
  ['appCallback', 'moving'],
  ['appFailure', 'moving'],
])('%s is %s', (operation, importance) => {
  expect(importanceOf(requestOf(operation))).toBe(importance);
  expect(importanceOf(requestOf(operation, '?x=1'))).toBe(importance);
});

it('pages, and what nobody knows, are reading', () => {
  for (const url of ['/', '/docs', '/v1/sessions/x/resultx', undefined])
    expect(importanceOf({ method: 'GET', url })).toBe('reading');
});

it('what waits for somebody outside is no work: event streams, long polls, captures', () => {
  const waiting = [
    requestOf('hostedEvents'),
    requestOf('appCallback'),
    requestOf('readResult', '?merchant_user_ref=u&wait=25'),
    requestOf('appSession', '?wait=5'),
  ];
  expect(waiting.map(mayWait)).toEqual([true, true, true, true]);
  const working = [
    requestOf('readResult', '?merchant_user_ref=wait'),
    requestOf('createEnrollmentSession'),
    requestOf('hostedSession'),
    requestOf('appFailure'),
    requestOf('hostedSession', '?wait=5'),
    requestOf('createEnrollmentSession', '?wait=5'),
    requestOf('readResult', '?nowait=5'),
    { method: 'GET', url: '/app/?wait=5' },
  ];
  expect(working.map(mayWait)).toEqual(working.map(() => false));
});
