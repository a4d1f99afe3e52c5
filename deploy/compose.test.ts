import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../apps/service/src/config/settings.ts';
import { documentsOf } from './test/read-yaml.ts';

interface Service {
  readonly environment?: Record<string, string>;
  readonly secrets?: readonly string[];
  readonly read_only?: boolean;
  readonly depends_on?: object;
  readonly ulimits?: object;
  readonly logging?: object;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { file: string }>>;
}

const [compose] = documentsOf<Compose>('compose.yaml') as [Compose];

describe('compose.yaml', () => {
  it('runs the service, its database and its monitoring, with the secrets of make-secrets.sh', () => {
    expect(Object.keys(compose.services)).toEqual([
      'migrate',
      'authly',
      'postgres',
      'prometheus',
      'alertmanager',
      'node-exporter',
      'grafana',
    ]);
    const script = readFileSync(join(import.meta.dirname, 'make-secrets.sh'), 'utf8');
    for (const { file } of Object.values(compose.secrets)) expect(script).toContain(file.replace('./secrets/', ''));
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
  });

  it('the guide writes every variable that Compose requires, for each of its commands, into deploy/.env', () => {
    const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
    const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    expect(required).toEqual(['AUTHLY_BASE_URL']);
    for (const name of required)
      expect(read('../docs/guides/deploy.md')).toMatch(new RegExp(`^echo ${name}=\\S+ > deploy/\\.env`, 'm'));
  });

  it('makes a new store only when asked: no service starts `migrate`', () => {
    expect(compose.services['migrate']).toMatchObject({ profiles: ['setup'] });
    expect(JSON.stringify(Object.values(compose.services).map((each) => each.depends_on))).not.toContain('migrate');
  });

  it('leaves no core dump, which would contain keys', () => {
    for (const name of ['authly', 'migrate']) expect(compose.services[name]!.ulimits).toMatchObject({ core: 0 });
  });

  it('uses known settings, a read-only file system and no published operators’ port', () => {
    const { environment = {}, read_only, ports } = compose.services['authly']!;
    const ours = Object.keys(environment).filter((name) => name.startsWith('AUTHLY_'));
    expect(ours.filter((name) => !(name in SETTINGS))).toEqual([]);
    expect(read_only).toBe(true);
    expect(ports).toEqual(['443:8443', '80:8080']);
  });
});
