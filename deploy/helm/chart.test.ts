import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loopbackCertificates } from '../../apps/service/test/loopback-certificates.ts';
import { readConfig } from '../../apps/service/src/config/config.ts';
import { CASES, withDefaults, type Values } from '../test/chart-values.ts';
import { wrongWith, type Resource } from '../test/kubernetes-schemas.ts';
import { documentsOf } from '../test/read-yaml.ts';

interface Pod {
  readonly volumes: readonly { readonly name: string }[];
  readonly containers: readonly [
    {
      readonly image: string;
      readonly env: readonly { readonly name: string; readonly value: string; readonly valueFrom?: object }[];
      readonly ports: readonly { readonly name: string }[];
      readonly volumeMounts: readonly { readonly name: string }[];
    },
  ];
}
interface Labeled {
  readonly selector: { readonly matchLabels: Record<string, string> };
}

const HERE = import.meta.dirname;
const GO = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
const [chart] = documentsOf<{ name: string; version: string; appVersion: string }>('helm/authly/Chart.yaml');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authly-chart-'));
  execFileSync('go', ['build', '-o', join(folder, 'render'), join(HERE, 'render.go')], { env: GO });
});
afterAll(() => rmSync(folder, { recursive: true }));

function render(values: Values, name = 'authly'): Resource[] {
  const input = {
    Values: withDefaults(values),
    Release: { Name: name, Namespace: 'authly', Service: 'Helm' },
    Chart: { Name: chart!.name, Version: chart!.version, AppVersion: chart!.appVersion },
  };
  const args = [join(HERE, 'authly', 'templates')];
  const told = execFileSync(join(folder, 'render'), args, {
    encoding: 'utf8',
    input: JSON.stringify(input),
    stdio: 'pipe',
  });
  const { 'NOTES.txt': _, ...files } = JSON.parse(told) as Record<string, string>;
  return Object.values(files).flatMap((text) =>
    parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
      const [error] = document.errors;
      if (error !== undefined) throw error;
      const resource = document.toJS() as Resource | null;
      return resource === null ? [] : [resource];
    }),
  );
}

const specOf = <Spec>(resources: readonly Resource[], kind: string): Spec =>
  (resources.find((each) => each.kind === kind) as { spec: Spec } | undefined)!.spec;
const podOf = (resources: readonly Resource[], kind = 'Deployment'): Pod =>
  specOf<{ template: { spec: Pod } }>(resources, kind).template.spec;
const envOf = (resources: readonly Resource[]): Record<string, string> =>
  Object.fromEntries(podOf(resources).containers[0].env.map(({ name, value }) => [name, value]));

describe.each(Object.entries(CASES))('the chart with %s', (_, values) => {
  let resources: Resource[];
  beforeAll(() => {
    resources = render(values);
  });

  it('renders resources that are valid under their schemas, without unknown fields', () => {
    const wrong = resources.map((each) => [each.kind, wrongWith(each)]);
    expect(wrong).toEqual(resources.map(({ kind }) => [kind, { errors: [], unknown: [] }]));
  });

  it('renders each setting once, with values that production accepts', async () => {
    const { env } = podOf(resources).containers[0];
    expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
    expect(podOf(resources, 'Job').containers[0].env).toEqual(env);
    const { certFile, keyFile } = await loopbackCertificates(folder);
    const given = envOf(resources);
    const secret = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content, { mode: 0o600 });
      return join(folder, name);
    };
    const isPlain = given['AUTHLY_TLS_CERT_FILE'] === undefined;
    const config = readConfig({
      ...given,
      AUTHLY_BASE_URL: 'https://localhost',
      AUTHLY_MASTER_KEY_FILE: secret('master-key', randomBytes(32).toString('base64')),
      AUTHLY_DATABASE_URL_FILE: secret('url', 'postgres://authly:p@db.example/authly?sslmode=verify-full\n'),
      ...(!isPlain && { AUTHLY_TLS_CERT_FILE: certFile, AUTHLY_TLS_KEY_FILE: keyFile }),
      ...(given['AUTHLY_CONSOLE_OIDC_ISSUER'] && {
        AUTHLY_CONSOLE_OIDC_CLIENT_ID: 'authly',
        AUTHLY_CONSOLE_OIDC_CLIENT_SECRET_FILE: secret('client-secret', 'secret'),
        AUTHLY_CONSOLE_OIDC_READERS: 'support',
      }),
    });
    expect(config).toMatchObject({ environment: 'production', opsHost: '0.0.0.0' });
  });

  it('renders pods for the profile `restricted`, with a read-only file system and no cluster token', () => {
    for (const kind of ['Deployment', 'Job'])
      expect(podOf(resources, kind)).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      });
  });

  it('makes a new store at the first install only', () => {
    const { metadata } = resources.find(({ kind }) => kind === 'Job')!;
    expect(metadata.annotations).toEqual({
      'helm.sh/hook': 'pre-install',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    });
  });

  it('mounts existing volumes, runs the image by digest and selects its pods by label', () => {
    for (const kind of ['Deployment', 'Job']) {
      const { volumes, containers } = podOf(resources, kind);
      expect(containers[0].volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
      expect(containers[0].image).toMatch(/^registry\.example\.com\/authly@sha256:[0-9a-f]{64}$/);
    }
    const { selector, template } = specOf<Labeled & { template: { metadata: { labels: object } } }>(
      resources,
      'Deployment',
    );
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(specOf<Labeled>(resources, 'PodDisruptionBudget').selector).toEqual(selector);
    const ports = podOf(resources).containers[0].ports.map(({ name }) => name);
    for (const service of resources.filter(({ kind }) => kind === 'Service') as unknown as {
      spec: { selector: object; ports: { targetPort: string }[] };
    }[]) {
      expect(service.spec.selector).toEqual(selector.matchLabels);
      for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort);
    }
  });
});

describe('the chart', () => {
  const kinds = (name: string): string[] =>
    render(CASES[name]!)
      .map(({ kind }) => kind)
      .sort();

  it.each(Object.entries(CASES))('renders names of digits alone as texts, with %s', (_, { ingress, ...values }) => {
    const named = { secretName: '123', tlsSecretName: '456', networkPolicy: { monitoringNamespace: '789' } };
    const tls = ingress as object | undefined;
    const resources = render({ ...values, ...named, ...(tls && { ingress: { ...tls, tlsSecretName: '10' } }) }, '2026');
    expect(resources.map((each) => wrongWith(each).errors)).toEqual(resources.map(() => []));
  });

  it('renders only the resources that the values enable', () => {
    const always = ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    expect(kinds('defaults')).toEqual(always);
    expect(kinds('ingress')).toEqual([...always, 'Ingress'].sort());
    expect(kinds('gateway')).toEqual([...always, 'HTTPRoute'].sort());
    expect(kinds('everything on')).toEqual(
      [...always, 'HorizontalPodAutoscaler', 'PodMonitor', 'PrometheusRule', 'Service'].sort(),
    );
  });

  it('never publishes the plain port: a load balancer only where the service has the certificate', () => {
    expect(specOf(render(CASES['defaults']!), 'Service')).toMatchObject({ type: 'LoadBalancer' });
    for (const name of ['ingress', 'gateway'])
      expect(specOf(render(CASES[name]!), 'Service')).toMatchObject({ type: 'ClusterIP', ports: [{ port: 80 }] });
  });

  it('sets the engine threads to the CPU request of the pod, unless they are given', () => {
    const threads = (settings: object): object | undefined =>
      podOf(render({ ...CASES['defaults'], settings })).containers[0].env.find(
        ({ name }) => name === 'AUTHLY_ENGINE_THREADS',
      );
    const request = { resourceFieldRef: { resource: 'requests.cpu' } };
    expect(threads({})).toEqual({ name: 'AUTHLY_ENGINE_THREADS', valueFrom: request });
    expect(threads({ AUTHLY_ENGINE_THREADS: '8' })).toEqual({ name: 'AUTHLY_ENGINE_THREADS', value: '8' });
  });

  it('prefers given settings to its own, and an autoscaler to the number of replicas', () => {
    const resources = render(CASES['everything on']!);
    expect(envOf(resources)).toMatchObject({ AUTHLY_SHUTDOWN_DELAY_S: '15', AUTHLY_CONSOLE_PORT: '9444' });
    expect(specOf(resources, 'Deployment')).not.toHaveProperty('replicas');
    expect(envOf(render(CASES['defaults']!))).not.toHaveProperty('AUTHLY_CONSOLE_PORT');
  });

  it('puts pods where the values say, with what they add', () => {
    const resources = render(CASES['everything on']!);
    const { nodeSelector, tolerations, affinity, priorityClassName, serviceAccountName } = CASES['everything on']!;
    for (const kind of ['Deployment', 'Job']) {
      const pod = podOf(resources, kind);
      expect(pod).toMatchObject({ nodeSelector, tolerations, affinity, priorityClassName, serviceAccountName });
      expect(pod.containers[0].env.map(({ name }) => name)).toContain('OTEL_SERVICE_NAME');
      expect(pod.volumes.map(({ name }) => name)).toContain('token');
    }
    expect(specOf(resources, 'Deployment')).toMatchObject({
      template: { metadata: { annotations: { 'sidecar.example.com/inject': 'true' } } },
    });
    expect(podOf(render(CASES['defaults']!))).toMatchObject({
      topologySpreadConstraints: [
        { topologyKey: 'topology.kubernetes.io/zone' },
        { topologyKey: 'kubernetes.io/hostname' },
      ],
    });
  });

  it('gives Prometheus the job name that the alerts select, and the alerts themselves', () => {
    const resources = render(CASES['everything on']!);
    expect(specOf(resources, 'PodMonitor')).toMatchObject({ jobLabel: 'app.kubernetes.io/name' });
    const [alerts] = documentsOf<object>('prometheus/alerts.yaml');
    expect(specOf(resources, 'PrometheusRule')).toEqual(alerts);
  });

  it('waits 30 s before the port closes, and lets pods call merchants on the given ports', () => {
    expect(envOf(render(CASES['defaults']!))).toMatchObject({ AUTHLY_SHUTDOWN_DELAY_S: '30' });
    const { egress } = specOf<{ egress: { ports: { port: number }[] }[] }>(
      render(CASES['everything on']!),
      'NetworkPolicy',
    );
    expect(egress[1]!.ports).toEqual([{ port: 443 }, { port: 8443 }]);
  });
});
