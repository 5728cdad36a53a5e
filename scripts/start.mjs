// The first step of every command. Runs on any Node from 20 on, without dependencies: installs the
// packages of package-lock.json, then runs scripts/run.ts on the Node version that came with them.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, isInstalledForProduction, markInstalled } from './installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

function stop(line) {
  console.error(`hearth  ${line}`);
  process.exit(1);
}

function install() {
  console.log(
    'hearth  installing the packages named in package-lock.json (once; about half a minute)',
  );
  const { NODE_ENV: _, ...env } = process.env;
  // Not with the Node in node_modules, which npm would delete while running on it.
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .join(delimiter);
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error)
    stop(
      `npm could not be run (${error.message}). Install Node.js 20 or newer with npm and start again.`,
    );
  if (status !== 0)
    stop(
      'npm could not install the packages: see its message above (no network, or no space?), then start again.',
    );
  if (!existsSync(node))
    stop(
      'The package "node" brought no program along: its install script was not allowed to ' +
        'run. Run "npm ci --ignore-scripts=false" and start again.',
    );
  markInstalled(root);
}

if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Node.js ${process.versions.node} is too old: 20 or newer is needed to begin with.`);
process.chdir(root);
const mustInstall = !runsAsInstalled() && (!existsSync(node) || !isInstalled(root));
if (mustInstall) install();

// npm passes SIGTERM to the shell in between, which exits without passing it on. A new parent
// process means the same.
const parent = process.ppid;
const watch = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
if (process.env.npm_lifecycle_event) setInterval(watch, 300).unref();

const wantedNode = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
  .node;
if (!existsSync(node) || process.versions.node === wantedNode) await import('./run.ts');
else runOnInstalledNode();

/**
 * A built checkout after `npm ci --omit=dev`, on a sufficient Node: nothing has to be installed to
 * serve it.
 */
function runsAsInstalled() {
  const needsTools = ['dev', 'test', 'bench', 'pictures'].includes(process.argv[2]);
  if (existsSync(node) || needsTools || !existsSync(join(root, 'dist', '.built-from')))
    return false;
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const isRecent =
    Number(process.versions.node.split('.')[0]) >= Number(devDependencies.node.split('.')[0]);
  return isRecent && isInstalledForProduction(root);
}

function runOnInstalledNode() {
  const child = spawn(node, [join(root, 'scripts', 'run.ts'), ...process.argv.slice(2)], {
    cwd: root,
    // The IPC channel closes if this process is killed, which makes the child stop as well.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) =>
    stop(
      `Node from node_modules does not run here (${error.message}). Remove node_modules and start again.`,
    ),
  );
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
