// Runs a script of this repo on the pinned Node, installing the dependencies first where they are missing or stale.
// Plain JavaScript without dependencies, because it is the one file that runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const REQUIRED_MAJOR = 24;

const args = process.argv.slice(2);
// `--omit=dev`: the script needs only what the product needs.
const leavesOutDev = args[0] === '--omit=dev';
if (leavesOutDev) args.shift();

installIfStale();
runOnRequiredNode(args);

/** `npm ci` when node_modules does not hold what the lockfile says. npm writes its own copy of the lockfile last, so half an install shows too. */
function installIfStale() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const present = ([path, { version, link, optional, dev }]) => {
    // A workspace that is new since the last install has no link yet.
    if (link) return existsSync(join(root, path));
    if (dev && leavesOutDev) return true;
    return path === '' || optional || installed[path]?.version === version || !path.includes('node_modules/');
  };
  if (Object.entries(wanted).every(present)) return;
  console.error('Installing dependencies (npm ci), about a minute …');
  // A full install stays full.
  const omit = leavesOutDev && !Object.values(installed).some(({ dev }) => dev) ? ['--omit=dev'] : [];
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const done = spawnSync(npm[0], [...npm.slice(1), 'ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    // A caller's production setting must not leave out what the build and the tests need.
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  });
  if (done.status !== 0) {
    console.error('npm ci failed: see the lines above. Nothing was started.');
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
  // npm puts the pinned one first on the path: mostly it runs this file already, and need not be asked.
  const isThisOne = existsSync(node) && realpathSync(node) === realpathSync(process.execPath);
  const version = isThisOne
    ? process.version
    : (spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '');
  if (Number(version.slice(1).split('.')[0]) < REQUIRED_MAJOR) {
    console.error(
      `Authly needs Node ${REQUIRED_MAJOR} or newer, this is ${version || 'unknown'}. Install it (https://nodejs.org) and run the command again.`,
    );
    process.exit(1);
  }
  const script = args[0] === undefined ? undefined : join(root, args[0]);
  if (script === undefined || !existsSync(script)) {
    console.error(`bootstrap: no such script: ${args[0] ?? '(none)'}`);
    process.exit(1);
  }
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args.slice(1)], {
    // The channel tells the child when this process ends, however it ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // What Node makes of a source file is kept: every process that loads the service starts in half the time.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    },
  });
  // Ctrl-C reaches the child by the terminal; a signal sent to this process alone is passed on, and the child decides how to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** npm passes on SIGINT and SIGTERM only; ended by anything else, it must not leave its script behind. */
function endWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
}
