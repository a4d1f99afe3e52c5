import { basename } from 'node:path';
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as podDisruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as namespace } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace';
import { validate as secret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as serviceAccount } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../apps/service/src/config/settings.ts';
import { readFields } from './test/fields-read.ts';
import { documentsOf, yamlFiles } from './test/read-yaml.ts';

type Resource = { apiVersion: string; kind: string; metadata: { name: string } };
type Validate = ((data: unknown) => boolean) & { errors?: unknown };

const SCHEMAS: Readonly<Record<string, unknown>> = {
  'apps/v1 Deployment': deployment,
  'batch/v1 Job': job,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': podDisruptionBudget,
  'v1 ConfigMap': configMap,
  'v1 Namespace': namespace,
  'v1 Secret': secret,
  'v1 Service': service,
  'v1 ServiceAccount': serviceAccount,
};

/** What its schema has against it: values that are wrong, and fields that the schema does not know. */
function wrongWith(resource: Resource): { errors: unknown; unknown: string[] } {
  const validate = SCHEMAS[`${resource.apiVersion} ${resource.kind}`] as Validate;
  const { proxy, untouched } = readFields(resource);
  const isValid = validate(proxy);
  return { errors: isValid ? [] : validate.errors, unknown: untouched() };
}

const KUSTOMIZATION = 'kubernetes/kustomization.yaml';
const manifests = yamlFiles('kubernetes').filter((path) => path !== KUSTOMIZATION);
const resources = manifests.flatMap((path) =>
  documentsOf<Resource>(path).map((resource) => [`${path}: ${resource.kind}`, resource] as const),
);
const only = <T>(kind: string): T => resources.find(([, each]) => each.kind === kind)![1] as T;

describe('a manifest for Kubernetes', () => {
  it.each(resources)('%s is as its schema says, and has no field that the schema does not know', (_, resource) => {
    expect(wrongWith(resource)).toEqual({ errors: [], unknown: [] });
  });

  it('a slip of the pen would be found', () => {
    const slip = structuredClone(only<Resource & { spec: Record<string, unknown> }>('Deployment'));
    slip.spec['replicas'] = 'two';
    slip.spec['revisionHistoryLimits'] = 5;
    const { errors, unknown } = wrongWith(slip);
    expect(errors).toEqual([expect.objectContaining({ instancePath: '/spec/replicas' })]);
    expect(unknown).toEqual(['spec.revisionHistoryLimits']);
  });

  it('every one is part of the kustomization, but the example of secrets', () => {
    const [{ resources: listed }] = documentsOf<{ resources: string[] }>(KUSTOMIZATION) as [{ resources: string[] }];
    expect(listed.toSorted()).toEqual(
      manifests
        .map((path) => basename(path))
        .filter((name) => name !== 'secrets.example.yaml')
        .toSorted(),
    );
  });

  it('settings are settings of ours, and everything that is mounted or referred to exists', () => {
    const { data } = only<{ data: Record<string, string> }>('ConfigMap');
    expect(Object.keys(data).filter((name) => !(name in SETTINGS))).toEqual([]);
    const text = JSON.stringify([only('Deployment'), only('Job')]);
    const names = new Set(resources.map(([, { metadata }]) => metadata.name));
    const referred = [...text.matchAll(/"(?:secretName|name)":"(authly[\w-]*)"/g)].map(([, name]) => name!);
    expect(referred.filter((name) => !names.has(name))).toEqual([]);
  });

  it('two replicas behind a budget that lets one go at a time, which the same labels find', () => {
    type Labels = { matchLabels: Record<string, string> };
    const { spec } = only<{ spec: { replicas: number; selector: Labels; template: { metadata: { labels: object } } } }>(
      'Deployment',
    );
    expect(spec.replicas).toBe(2);
    expect(only<{ spec: { selector: Labels } }>('PodDisruptionBudget').spec.selector).toEqual(spec.selector);
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(only<{ spec: { selector: object } }>('Service').spec.selector).toEqual(spec.selector.matchLabels);
  });
});
