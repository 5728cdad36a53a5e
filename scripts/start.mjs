// The first step of every command. Runs on any Node from 20 on with nothing installed: installs what package-lock.json names, then
// hands over to scripts/run.ts on the Node version that came with it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.hearth-installed');
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

function stop(line) {
  console.error(`hearth  ${line}`);
  process.exit(1);
}

/** What the installed packages depend on: the lock file, and the system they were made for. */
function wanted() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', '.npmrc']) if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

function isInstalled() {
  return existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();
}

function install() {
  console.log('hearth  installing the packages named in package-lock.json (once; about half a minute)');
  // npm names itself to the scripts that it runs; without it, the one on the PATH.
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const { NODE_ENV: _, ...env } = process.env;
  const [program, ...first] = npm;
  const { status, error } = spawnSync(program, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    env: { ...env, npm_config_progress: 'true' },
    stdio: 'inherit',
    shell: process.platform === 'win32' && !process.env.npm_execpath,
  });
  if (error) stop(`npm could not be run (${error.message}). Install Node.js 20 or newer with npm and start again.`);
  if (status !== 0) stop('npm could not install the packages: see its message above (no network, or no space?), then start again.');
  if (!existsSync(node)) stop('The package "node" brought no program along: its install script was not allowed to run. Run "npm ci --ignore-scripts=false" and start again.');
  writeFileSync(stamp, wanted());
}

if (Number(process.versions.node.split('.')[0]) < 20) stop(`Node.js ${process.versions.node} is too old: 20 or newer is needed to begin with.`);
if (!isInstalled()) install();

const child = spawn(node, [join(root, 'scripts', 'run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  // The channel closes when this process is killed, which tells the other to stop as well.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => stop(`Node from node_modules does not run here (${error.message}). Remove node_modules and start again.`));
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
