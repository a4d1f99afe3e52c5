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
  ])('are off where %s', (_, env) => expect(tracing(env)).toBeUndefined());

  it('need only an endpoint', () => {
    expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' })).toEqual({
      endpoint: 'https://c.example/otlp/v1/traces',
      headers: {},
      ratio: 1,
      serviceName: 'authly',
      resource: {},
    });
  });

  it('have OpenTelemetry’s settings', () => {
    expect(
      tracing({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b%3D , other=2',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_SERVICE_NAME: 'cell-2',
        OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=authly-0',
      }),
    ).toEqual({
      endpoint: 'http://c:4318/v1/traces',
      headers: { 'x-key': 'a b=', other: '2' },
      ratio: 0.25,
      serviceName: 'cell-2',
      resource: { 'k8s.pod.name': 'authly-0' },
    });
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER: 'always_off' };
    expect(tracing(off)?.ratio).toBe(0);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a secret of ours'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('a wrong %s (%s) stops the start, and the message does not contain its value', (name, value) => {
    const ratio = { OTEL_TRACES_SAMPLER: 'traceidratio' };
    const problems = problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', ...ratio, [name]: value });
    expect(problems).toEqual([expect.stringMatching(`^${name} must be`)]);
    if (name.endsWith('HEADERS')) expect(problems[0]).not.toContain(value);
  });
});
