import { describe, expect, it } from 'vitest';
import { readConfig, type Config } from './config.ts';
import type { ConfigError } from './config-error.ts';

const base = {
  AUTHLY_ENV: 'test',
  AUTHLY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTHLY_TRUSTED_PROXIES: '127.0.0.1',
};
const tracing = (env: Record<string, string>): Config['tracing'] => readConfig({ ...base, ...env }).tracing;

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    tracing(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('traces', () => {
  it.each([
    ['nothing is set', {}],
    ['no endpoint is', { OTEL_SERVICE_NAME: 'a', OTEL_TRACES_SAMPLER: 'always_on' }],
    ['the endpoint is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['the exporter is none', { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }],
    ['the SDK is disabled', { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }],
  ])('are off where %s', (_, env) => expect(tracing(env)).toBeUndefined());

  it('need only an exporter or an endpoint', () => {
    const settings = {
      endpoint: 'http://localhost:4318/v1/traces',
      headers: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      serviceName: 'authly',
      resource: {},
      fromProxies: false,
      toMerchants: false,
    };
    expect(tracing({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual(settings);
    expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' })).toEqual({
      ...settings,
      endpoint: 'https://c.example/otlp/v1/traces',
    });
  });

  it('prefer the settings for traces over the general ones', () => {
    expect(
      tracing({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:4318/in',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
        OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=a%20b%3D , other=2',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=authly-0',
        AUTHLY_TRACE_FROM_PROXIES: 'on',
        AUTHLY_TRACE_TO_MERCHANTS: 'on',
      }),
    ).toMatchObject({
      endpoint: 'http://traces:4318/in',
      headers: { 'x-key': 'a b=', other: '2' },
      sampler: 'traceidratio',
      ratio: 0.25,
      resource: { 'k8s.pod.name': 'authly-0' },
      fromProxies: true,
      toMerchants: true,
    });
  });

  it.each([
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a secret of ours'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['AUTHLY_TRACE_TO_MERCHANTS', 'yes'],
  ])('a wrong %s (%s) stops the start, and the message does not contain its value', (name, value) => {
    const problems = problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', [name]: value });
    expect(problems).toEqual([expect.stringMatching(`^${name} must be`)]);
    if (name.endsWith('HEADERS')) expect(problems[0]).not.toContain(value);
  });
});
