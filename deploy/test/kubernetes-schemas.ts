import { validate as httpRoute } from '@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as autoscaler } from 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler';
import { validate as job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as podDisruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { readFields } from './fields-read.ts';

export type Resource = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: object };
};
type Validate = ((data: unknown) => boolean) & { errors?: unknown };

/** The package exposes its schemas only through these validators, which throw the errors. */
const validatorOf =
  (kind: new () => { validate(): void }) =>
  (data: object): true => {
    Object.assign(new kind(), data).validate();
    return true;
  };

const SCHEMAS: Readonly<Record<string, unknown>> = {
  'apps/v1 Deployment': deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaler,
  'batch/v1 Job': job,
  'gateway.networking.k8s.io/v1 HTTPRoute': httpRoute,
  'monitoring.coreos.com/v1 PodMonitor': validatorOf(PodMonitor),
  'monitoring.coreos.com/v1 PrometheusRule': validatorOf(PrometheusRule),
  'networking.k8s.io/v1 Ingress': ingress,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicy,
  'policy/v1 PodDisruptionBudget': podDisruptionBudget,
  'v1 Service': service,
};

/** Wrong values and unknown fields under the schema. */
export function wrongWith(resource: Resource): { errors: unknown; unknown: string[] } {
  const kind = `${resource.apiVersion} ${resource.kind}`;
  const validate = SCHEMAS[kind] as Validate | undefined;
  if (validate === undefined) return { errors: [`there is no schema of ${kind}`], unknown: [] };
  const { proxy, untouched } = readFields(resource);
  const isValid = validate(proxy);
  return { errors: isValid ? [] : validate.errors, unknown: untouched() };
}
