import { expect, it } from 'vitest';
import type { SandboxFacts } from './facts.ts';
import { keysLine, moreFacts, welcome } from './welcome.ts';

const FACTS: SandboxFacts = {
  base_url: 'https://localhost:8443',
  hosted_ui_url: 'https://localhost:8443/hosted',
  merchant_id: 'mch_1',
  client_id: 'cli_1',
  client_secret: 'planted-secret',
  ca_file: '/data/ca.pem',
  merchant_bio_base_url: 'https://localhost:9443/bio',
  shop_url: 'https://localhost:9443',
  ops_url: 'http://127.0.0.1:9464',
  app_url: 'https://localhost:8443/app',
  try_url: 'https://localhost:8443/docs/try#key=planted-key',
  console_url: 'https://localhost:9444/#login=planted-login',
};

it('shows the shop first, and no secret', () => {
  for (const text of [welcome(FACTS), welcome(FACTS, { hasKeys: true }), moreFacts(FACTS, '/data/service.log')])
    expect(text).not.toContain('planted');
  const [first] = /https:\S+/.exec(welcome(FACTS))!;
  expect(first).toBe(FACTS.shop_url);
});

it('prints the certificate warning in one line', () => {
  const lines = welcome(FACTS).split('\n');
  expect(lines.filter((line) => /certificate/.test(line))).toEqual([
    "  Your browser will warn about the certificate. That's expected: continue past the warning.",
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

it('explains the keys only if they are read, and the phone key only with a phone', () => {
  expect(welcome(FACTS, { hasKeys: true })).toContain(keysLine());
  expect(welcome(FACTS)).not.toContain(keysLine());
  expect(welcome(FACTS)).toContain('Ctrl-C stops it.');
  expect(keysLine()).not.toContain('phone');
  const phone = { url: 'http://192.168.1.20:8080/try', others: [], colors: false };
  expect(moreFacts(FACTS, '/data/service.log', phone)).toContain('p phone code');
});

it('the lines of h fit 100 columns', () => {
  for (const line of moreFacts(FACTS, '/data/service.log').split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});

it('with the OpenID Provider, names the account, and the code until a finger is enrolled', () => {
  const provider = { issuer: 'https://localhost:9445', operator: 'operator', invitation: 'once' };
  expect(welcome(FACTS, { provider })).toContain('https://localhost:9445: sign in to the console as operator');
  expect(welcome(FACTS, { provider })).toContain('The code to enroll your finger: once');
  expect(welcome(FACTS, { provider: { ...provider, invitation: undefined } })).not.toContain('code');
});
