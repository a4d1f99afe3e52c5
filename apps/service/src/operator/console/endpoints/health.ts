import { checkHealth } from '../../actions/health-checks.ts';
import { endpoint } from '../endpoint.ts';

export const health = endpoint({
  name: 'health',
  role: 'read',
  params: {},
  async run(operator) {
    const checks = await checkHealth(operator);
    return { ok: checks.every(({ ok }) => ok), checks };
  },
});
