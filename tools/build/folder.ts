import { chmodSync, existsSync, globSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTICES, thirdPartyNotices } from '../../apps/sandbox/src/build-pages/third-party-notices.ts';
import { copyFile } from '../files.ts';
import { BIN, bundleService, NOT_BUNDLED } from './bundle.ts';

const root = join(import.meta.dirname, '..', '..');

const SHIPPED = [
  'LICENSE',
  'NOTICE',
  'apps/{app,console,docs,hosted}/dist/**',
  'apps/service/src/storage/*/*migrations/*.sql',
  'deploy/systemd/*',
  'deploy/{proxy,patroni}/*.{cfg,conf,yaml}',
  'deploy/prometheus/{alerts,prometheus,alertmanager}.yaml',
  'deploy/grafana/**',
];
/** Koffi has its native part in a separate package. */
const PACKAGES = [...NOT_BUNDLED, '@koromix/koffi-*'].map((name) => `node_modules/${name}/**`);
const NOT_NEEDED = /\.(?:map|d\.[cm]?ts)$|\/\.built-from$/;

const launcher = (program: string): string => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/../node" "$here/../${BIN}/${program}.mjs" "$@"
`;

export const MAX_MB = 150;

export type BuiltFolder = Awaited<ReturnType<typeof buildFolder>>;

/** Writes everything that `authly` needs into one folder, with the running Node. The pages must be built. */
export async function buildFolder(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  for (const file of filesOf([...SHIPPED, ...PACKAGES], root)) copyFile(join(root, file), join(folder, file));
  const bundled = await bundleService(folder);
  const whole = NOT_BUNDLED.map((name) => join(root, 'node_modules', name));
  writeFileSync(join(folder, NOTICES), thirdPartyNotices([...bundled, ...whole]));
  const node = realpathSync(process.execPath);
  copyFile(node, join(folder, 'node'));
  const license = join(node, '..', '..', 'LICENSE');
  if (existsSync(license)) copyFile(license, join(folder, 'node.LICENSE'));
  mkdirSync(join(folder, 'bin'));
  for (const program of ['authly', 'authly-bio-check']) {
    writeFileSync(join(folder, 'bin', program), launcher(program));
    for (const file of [`bin/${program}`, `${BIN}/${program}.mjs`]) chmodSync(join(folder, file), 0o755);
  }
  const sizes = filesOf(['**'], folder).map((file) => statSync(join(folder, file)).size);
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    nodeBytes: statSync(join(folder, 'node')).size,
  };
}

const filesOf = (patterns: readonly string[], cwd: string): string[] =>
  globSync(patterns, { cwd }).filter((file) => !NOT_NEEDED.test(file) && statSync(join(cwd, file)).isFile());
