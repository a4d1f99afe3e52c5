import { attempted } from '../runtime/attempted.ts';
import type { SettingReader } from './setting-reader.ts';
import type { SettingName } from './settings.ts';

/** No caller's trace is continued, so with and without a parent mean the same. */
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

export type TracingSettings = NonNullable<ReturnType<typeof readTracing>>;

export function readTracing(read: SettingReader) {
  const collector = read.text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (collector === '') return undefined;
  if (!isHttp(collector)) read.wrong('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be an http(s) URL');
  return {
    endpoint: `${collector.replace(/\/$/, '')}/v1/traces`,
    headers: pairs(read, 'OTEL_EXPORTER_OTLP_HEADERS'),
    ratio: ratio(read),
    serviceName: read.text('OTEL_SERVICE_NAME'),
    resource: pairs(read, 'OTEL_RESOURCE_ATTRIBUTES'),
  };
}

const isHttp = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');

function ratio(read: SettingReader): number {
  const sampler = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS);
  if (!sampler.endsWith('traceidratio')) return sampler.endsWith('always_on') ? 1 : 0;
  const text = read.text('OTEL_TRACES_SAMPLER_ARG');
  if (!/^\d*\.?\d+$/.test(text) || Number(text) > 1)
    read.wrong('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  return Number(text);
}

/** OpenTelemetry's format: `name=value,name=value`, percent-encoded. */
function pairs(read: SettingReader, name: SettingName): Record<string, string> {
  const found: [string, string][] = [];
  for (const entry of read.text(name).split(',')) {
    if (entry.trim() === '') continue;
    const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
    const decoded = value === undefined ? undefined : attempted(() => decodeURIComponent(value));
    if (key === undefined || decoded === undefined) {
      // The message contains no value, because it may be a secret.
      read.wrong(name, 'must be a list such as name=value,name=value, percent-encoded');
      return {};
    }
    found.push([key, decoded]);
  }
  return Object.fromEntries(found);
}
