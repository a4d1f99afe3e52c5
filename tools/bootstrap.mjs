// Runs a script of this repo on the pinned Node, installing the dependencies first if they are missing or stale.
// Plain JavaScript without dependencies, because it is the one file that runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const REQUIRED_MAJOR = 24;

const args = process.argv.slice(2);
const leavesOutDev = args[0] === '--omit=dev';
if (leavesOutDev) args.shift();

installIfStale();
runOnRequiredNode(args);

/** Installs when node_modules differs from the lockfile. npm writes its own copy of the lockfile last, so an interrupted install differs too. */
function installIfStale() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  const installed = packagesOf(installedLock);
  const present = ([path, { version, link, optional, dev }]) => {
    // A workspace that is new since the last install has no link yet.
    if (link) return existsSync(join(root, path));
    if (dev && leavesOutDev) return true;
    return path === '' || optional || installed[path]?.version === version || !path.includes('node_modules/');
  };
  const missing = Object.entries(wanted).filter((each) => !present(each));
  if (missing.length === 0) return;
  console.error('Installing dependencies (npm), about a minute …');
  // `npm ci` removes everything first. A sandbox that runs keeps its packages while others are added.
  const isAddition = existsSync(installedLock) && missing.every(([path]) => installed[path] === undefined);
  const command = isAddition ? ['install', '--no-save'] : ['ci'];
  // Only the tests' Postgres needs the script of its package.
  const omit =
    leavesOutDev && !Object.values(installed).some(({ dev }) => dev) ? ['--omit=dev', '--ignore-scripts'] : [];
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = [...npm.slice(1), ...command, ...omit, '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(npm[0], args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // A production setting of the caller must not leave out dev packages.
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  });
  if (done.status !== 0) {
    console.error('npm failed: see the lines above. Nothing was started.');
    process.exit(done.status ?? 1);
  }
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? (JSON.parse(readFileSync(lockfile, 'utf8')).packages ?? {}) : {};
}

/** The lockfile brings Node 24 for Linux; elsewhere the user's own Node serves if it is new enough. */
function runOnRequiredNode(args) {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  const node = existsSync(pinned) ? pinned : process.execPath;
  if (node !== pinned && Number(process.versions.node.split('.')[0]) < REQUIRED_MAJOR) {
    console.error(
      `Authly needs Node ${REQUIRED_MAJOR} or newer, this is ${process.version}. Install it (https://nodejs.org) and run the command again.`,
    );
    process.exit(1);
  }
  const [script, ...rest] = args;
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...rest], {
    // The channel closes when this process ends, and the child notices.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    },
  });
  // The terminal sends Ctrl-C to the child, too. A signal to this process alone is passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** npm passes on only SIGINT and SIGTERM. If npm dies otherwise, its script must end as well. */
function endWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
}
