import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings.ts';

const BY_PARENT = 'parentbased_';

export function samplerOf({ sampler, ratio }: Pick<TracingSettings, 'sampler' | 'ratio'>): Sampler {
  if (!sampler.startsWith(BY_PARENT)) return root(sampler, ratio);
  return new ParentBasedSampler({ root: root(sampler.slice(BY_PARENT.length), ratio) });
}

function root(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_on' ? new AlwaysOnSampler() : new AlwaysOffSampler();
}
