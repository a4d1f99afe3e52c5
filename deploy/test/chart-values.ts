import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { documentsOf } from './read-yaml.ts';

export type Values = Readonly<Record<string, unknown>>;

const BASE = {
  baseUrl: 'https://authly.example.com',
  image: { repository: 'registry.example.com/authly', digest: `sha256:${'0123456789abcdef'.repeat(4)}` },
};
const INGRESS = {
  ...BASE,
  trustedProxies: '10.0.0.0/8',
  ingress: { enabled: true, className: 'nginx', annotations: { a: 'b' }, tlsSecretName: 'authly-ingress-tls' },
};
const GATEWAY = { enabled: true, parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'authly' }] };

/** The choices of operators. */
export const CASES: Readonly<Record<string, Values>> = {
  defaults: BASE,
  ingress: INGRESS,
  gateway: { ...BASE, trustedProxies: '10.0.0.0/8', gateway: GATEWAY },
  'everything on': {
    ...BASE,
    imagePullSecrets: [{ name: 'registry' }],
    settings: {
      AUTHLY_LOG_LEVEL: 'debug',
      AUTHLY_SHUTDOWN_DELAY_S: '15',
      AUTHLY_DATABASE_LISTEN_URL: 'postgres://primary.example/authly?sslmode=verify-full',
      AUTHLY_CONSOLE_OIDC_ISSUER: 'https://login.example.com',
    },
    extraEnv: [{ name: 'OTEL_SERVICE_NAME', valueFrom: { configMapKeyRef: { name: 'names', key: 'authly' } } }],
    podAnnotations: { 'sidecar.example.com/inject': 'true' },
    serviceAccountName: 'authly',
    priorityClassName: 'high',
    nodeSelector: { 'kubernetes.io/arch': 'arm64' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    extraVolumes: [{ name: 'token', hostPath: { path: '/usr/lib/token' } }],
    extraVolumeMounts: [{ name: 'token', mountPath: '/usr/lib/token', readOnly: true }],
    service: { annotations: { 'example.com/balancer': 'network' } },
    console: { enabled: true, url: 'https://console.example.com' },
    autoscaling: { enabled: true },
    podMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
    networkPolicy: {
      consoleFrom: [{ namespaceSelector: {} }],
      egress: {
        enabled: true,
        merchantPorts: [443, 8443],
        rules: [{ to: [{ ipBlock: { cidr: '10.1.2.3/32' } }], ports: [{ port: 5432, protocol: 'TCP' }] }],
      },
    },
  },
  'a console behind an ingress, without network policy': {
    ...INGRESS,
    console: { enabled: true, url: 'https://console.example.com' },
    networkPolicy: { enabled: false },
  },
};

const [DEFAULTS] = documentsOf<Values>('helm/authly/values.yaml') as [Values];
const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../helm/authly/values.schema.json'), 'utf8'),
) as object;
const validate = new Ajv({ strict: true, allErrors: true, strictTypes: false, strictRequired: false }).compile(schema);

/** Merges values over the chart's defaults as Helm does. */
export const withDefaults = (values: Values, below: Values = DEFAULTS): Values => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const own = below[name];
      return [name, isMap(value) && isMap(own) ? withDefaults(value, own) : value];
    }),
  ),
});

/** Errors of the values under the chart's schema. */
export function refusals(values: Values): string[] {
  validate(withDefaults(values));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
