import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../apps/service/src/config/settings.ts';
import { VERSION } from '../apps/service/src/runtime/version.ts';
import { CASES, refusals } from './test/chart-values.ts';
import { documentsOf } from './test/read-yaml.ts';

const { defaults } = CASES;

describe('the Helm chart (npm run chart renders it)', () => {
  it.each(Object.entries(CASES))('accepts the values of: %s', (_, values) => {
    expect(refusals(values)).toEqual([]);
  });

  it('refuses missing and misspelled values and wrong types', () => {
    expect(refusals({})).toEqual([
      '/baseUrl must match pattern "^https://[^/]+$"',
      '/image/repository must match pattern "^[^@\\s]+$"',
      '/image/digest must match pattern "^sha256:[0-9a-f]{64}$"',
    ]);
    const refused = (values: object): string[] => refusals({ ...defaults, ...values });
    expect(refused({ replica: 3 })).toEqual([' must NOT have additional properties']);
    expect(refused({ console: { enable: true } })).toEqual(['/console must NOT have additional properties']);
    expect(refused({ networkPolicy: { egress: { on: true } } })).toEqual([
      '/networkPolicy/egress must NOT have additional properties',
    ]);
    expect(refused({ replicas: '3' })).toEqual(['/replicas must be integer']);
    expect(refused({ settings: { AUTHLY_MAX_CONNECTIONS: 5000 } })).toEqual([
      '/settings/AUTHLY_MAX_CONNECTIONS must be string',
    ]);
    expect(refused({ image: { repository: 'authly', digest: 'latest' } })).toHaveLength(1);
    expect(refused({ gateway: { enabled: true } }).join('\n')).toContain(
      '/gateway/parentRefs must NOT have fewer than 1',
    );
    expect(refused({ networkPolicy: { egress: { enabled: true } } }).join('\n')).toContain(
      '/networkPolicy/egress/rules must NOT have fewer than 1',
    );
  });

  it('has the version of the repository and uses known settings', () => {
    expect(documentsOf('helm/authly/Chart.yaml')).toMatchObject([{ version: VERSION, appVersion: VERSION }]);
    const helpers = readFileSync(join(import.meta.dirname, 'helm/authly/templates/_helpers.tpl'), 'utf8');
    const names = [...helpers.matchAll(/"(AUTHLY_\w+)"/g)].map(([, name]) => name!);
    expect(names).toContain('AUTHLY_BASE_URL');
    expect(names.filter((name) => !(name in SETTINGS))).toEqual([]);
  });
});

it.each(['ci.yml', 'release.yml'])('the workflow %s names third-party actions by commit', (name) => {
  const text = readFileSync(join(import.meta.dirname, '../.github/workflows', name), 'utf8');
  const actions = [...text.matchAll(/\buses: (\S+)/g)].map(([, action]) => action!);
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

/** Every `image:` and `FROM` of an image that this repository does not build. */
it.each(['compose.yaml', 'Dockerfile'])('%s names third-party images by digest', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  const images = [...text.matchAll(/^ *(?:image: |ARG BASE=)(\S+)$/gm)].map(([, image]) => image!);
  const others = images.filter((image) => !image.startsWith('authly'));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((image) => !/:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
});
