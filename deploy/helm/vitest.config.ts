import { defineConfig } from 'vitest/config';

/** Needs Debian's Go and sprig, so `.ci/run` runs it and `npm test` does not. */
export default defineConfig({ test: { include: ['deploy/helm/chart.test.ts'], hookTimeout: 120_000 } });
