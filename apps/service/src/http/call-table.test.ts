import { expect, it } from 'vitest';
import { CallTable } from './call-table.ts';
import { readResult } from './endpoints/read-result.ts';
import { listSigningKeys } from './endpoints/list-signing-keys.ts';

const table = new CallTable([readResult, listSigningKeys], ({ operation }) => operation);
const found = (method: string, url: string) => {
  const { entry, params } = table.find(method, url) ?? {};
  return [entry, params?.['session_id']];
};

it.each([
  ['GET', '/v1/signing-keys', 'listSigningKeys', undefined],
  ['HEAD', '/v1/signing-keys?x=/v1/sessions/a/result', 'listSigningKeys', undefined],
  ['GET', 'https://authly.example/v1/signing-keys', 'listSigningKeys', undefined],
  ['GET', '/v1/signing%2Dkeys', 'listSigningKeys', undefined],
  ['GET', '/v1/sessions/ses_1/result?merchant_user_ref=u', 'readResult', 'ses_1'],
  ['GET', '/v1/sessions/a%2Fb/result', 'readResult', 'a/b'],
  ['GET', '/v1/sessions/%252F/result', 'readResult', '%2F'],
  ['GET', '/v1/sessions//result', 'readResult', ''],
])('%s %s is %s', (method, url, operation, sessionId) => {
  expect(found(method, url)).toEqual([operation, sessionId]);
});

it.each([
  ['POST', '/v1/signing-keys'],
  ['GET', '/v1/signing-keys/'],
  ['GET', '/V1/signing-keys'],
  ['GET', '/v1%2Fsigning-keys'],
  ['GET', '/v1/sessions/a/b/result'],
  ['GET', '/v1/sessions/result'],
  ['GET', '/v1/sessions/%E0%A4%A/result'],
  ['GET', '/v1/sessions/%/result'],
  ['OPTIONS', '*'],
])('%s %s is no call', (method, url) => {
  expect(table.find(method, url)).toBeUndefined();
});
