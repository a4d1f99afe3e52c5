import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Finding } from './check-container.ts';

/** By Prometheus itself, where it is installed. That the rules name figures that exist is a test of its own. */
export function checkRules(repo: string): Finding[] {
  const folder = join(repo, 'deploy', 'prometheus');
  const checked = spawnSync('promtool', ['check', 'rules', join(folder, 'alerts.yaml')], { encoding: 'utf8' });
  if (checked.error !== undefined) return [];
  const seen = `${checked.stdout}${checked.stderr}`.trim().replaceAll(/\s+/g, ' ');
  return [{ promise: 'Prometheus takes the alert rules', holds: checked.status === 0, seen }];
}
