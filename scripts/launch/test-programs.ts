import { spawnSync } from 'node:child_process';
import { aptInstall, canInstall } from './apt.ts';
import { ensureChromium, findHeadlessShell } from './chromium.ts';
import { log } from './cli-error.ts';

const findProgram = (names: string[]) =>
  names.find((name) => spawnSync(name, ['--version']).status === 0);

export const findRedis = () => findProgram(['redis-server', 'valkey-server']);
export const findPgBouncer = () => findProgram(['pgbouncer', '/usr/sbin/pgbouncer']);

const optional = [
  { name: 'redis-server', find: findRedis, without: 'its tests are left out' },
  { name: 'pgbouncer', find: findPgBouncer, without: 'its tests are left out' },
  {
    name: 'chromium-headless-shell',
    find: () => process.env.CHROMIUM_PATH ?? findHeadlessShell(),
    without: 'the browser tests take longer',
  },
];

/**
 * Finds or installs what the tests run: a browser, and where Debian's packages can be installed also
 * servers whose tests are left out without them.
 */
export async function ensureTestPrograms(signal: AbortSignal): Promise<void> {
  const missing = () => optional.filter(({ find }) => !find());
  const wanted = missing().map(({ name }) => name);
  if (canInstall()) for (const name of wanted) await aptInstall([name], signal);
  for (const { name, without } of missing()) log(`${name} is not installed: ${without}`);
  await ensureChromium(signal);
}
