import { attempted } from '../runtime/attempted.ts';
import type { SettingReader } from './setting-reader.ts';
import type { SettingName } from './settings.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TracingSettings = NonNullable<ReturnType<typeof readTracing>>;

export function readTracing(read: SettingReader) {
  if (read.text('OTEL_SDK_DISABLED').toLowerCase() === 'true') return undefined;
  const own = read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const shared = read.text('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = read.text('OTEL_TRACES_EXPORTER') && read.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none']);
  if (exporter === 'none' || (exporter === '' && own === '' && shared === '')) return undefined;
  const first = (...names: [SettingName, SettingName]): SettingName => (read.text(names[0]) ? names[0] : names[1]);
  const endpoint = own || `${(shared || 'http://localhost:4318').replace(/\/$/, '')}/v1/traces`;
  if (!isHttp(endpoint))
    read.wrong(own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT', 'must be an http(s) URL');
  read.oneOf(first('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'), ['http/protobuf']);
  return {
    endpoint,
    headers: pairs(read, first('OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS')),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS),
    ratio: ratio(read),
    serviceName: read.text('OTEL_SERVICE_NAME'),
    resource: pairs(read, 'OTEL_RESOURCE_ATTRIBUTES'),
    fromProxies: read.oneOf('AUTHLY_TRACE_FROM_PROXIES', ['off', 'on']) === 'on',
    toMerchants: read.oneOf('AUTHLY_TRACE_TO_MERCHANTS', ['off', 'on']) === 'on',
  };
}

const isHttp = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');

function ratio(read: SettingReader): number {
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
