import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkPort, keepApp, untilReady } from './app.ts';
import { ensureBuild } from './build.ts';
import { runNode } from './child.ts';
import { demoLogIns, demoPassword, hasDemo, seedIfEmpty } from './demo.ts';
import { createFirstAdminLink } from './first-admin.ts';
import type { Life } from './lifecycle.ts';
import { openDatabase, takeDataFolder, type OpenDatabase } from './open-database.ts';
import { say } from './problem.ts';
import { markOf } from './processes.ts';
import { root } from './root.ts';
import { serverArgs } from './server-program.ts';
import { readSettings, type Settings } from './settings.ts';

/** `npm start`: everything that a running site needs, in order; until it is told to stop. */
export async function start(_args: string[], life: Life): Promise<number> {
  const settings = readSettings();
  const claimed = await takeDataFolder(settings, 'start', life);
  const port = await checkPort(settings.HOST, settings.PORT);
  const build = () => ensureBuild({ signal: life.signal });
  const openFilled = async () => {
    const database = await openDatabase(settings, claimed, life, true);
    await seedIfEmpty(database, settings, life.signal);
    return database;
  };
  // A database that holds something is not brought up to date before the build has succeeded.
  const [out, database] = isFirstStart(settings)
    ? await both(build(), openFilled())
    : [await build(), await openFilled()];
  life.signal.throwIfAborted();

  const origin =
    settings.PORT === 0 && !process.env.PUBLIC_ORIGIN
      ? `http://localhost:${port}`
      : settings.PUBLIC_ORIGIN;
  claimed.note({ address: origin });
  const serving = keepApp({
    program: process.execPath,
    args: serverArgs(out),
    env: { ...environment(settings, database), NODE_ENV: 'production', PORT: String(port) },
    signal: life.signal,
    logFile: join(settings.DATA_DIR, 'hearth.log'),
    onStart: (app) => claimed.note({ app }),
  });
  await Promise.race([
    serving,
    untilReady(settings.HOST, port, life.signal).then(() =>
      announce(origin, settings, database, life.signal),
    ),
  ]);
  await serving;
  say('stopped');
  return 0;
}

const isFirstStart = ({ DATABASE_URL, DATA_DIR }: Settings) =>
  !DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres'));

/** Fails only when both have ended: what is started half way could not be stopped. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** `npm run dev`: the same database, and Astro's own server with hot reload. */
export async function dev(args: string[], life: Life): Promise<number> {
  const settings = readSettings();
  const claimed = await takeDataFolder(settings, 'dev', life);
  const port = await checkPort(settings.HOST, settings.PORT);
  const database = await openDatabase(settings, claimed, life, true);
  await seedIfEmpty(database, settings, life.signal);
  claimed.note({ address: `http://localhost:${port}` });
  const serving = runNode(
    'node_modules/astro/bin/astro.mjs',
    ['dev', '--host', settings.HOST, '--port', String(port), ...args],
    {
      env: {
        ...environment(settings, database),
        NODE_ENV: 'development',
        PORT: String(port),
        ASTRO_TELEMETRY_DISABLED: '1',
      },
      signal: life.signal,
      onSpawn: (pid) => claimed.note({ app: markOf(pid) }),
    },
  );
  const origin = `http://localhost:${port}`;
  await Promise.race([
    serving,
    untilReady(settings.HOST, port, life.signal).then(() =>
      announce(origin, settings, database, life.signal),
    ),
  ]);
  const { code } = await serving;
  return life.signal.aborted ? 0 : (code ?? 1);
}

const environment = (settings: Settings, database: OpenDatabase) => ({
  ...process.env,
  DATABASE_URL: database.url,
  DATA_DIR: settings.DATA_DIR,
});

/** The demo's log-ins; on a site without an administrator the link that makes one. */
async function logInLines(origin: string, { url }: OpenDatabase): Promise<string[]> {
  if (await hasDemo(url))
    return [`log in as ${demoLogIns.join(' or ')}, password: ${demoPassword}`];
  const path = await createFirstAdminLink(url);
  return path
    ? ['nobody is an administrator yet; this link makes you one, once:', `${origin}${path}`]
    : [];
}

async function announce(
  origin: string,
  settings: Settings,
  database: OpenDatabase,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const folder = join(settings.DATA_DIR, 'mail');
  const mails = `mails are written to ${folder.startsWith(root) ? relative(root, folder) : folder} (no SMTP_URL is set)`;
  const lines = [
    `${settings.SITE_NAME} is ready:  ${origin}`,
    ...(await logInLines(origin, database)),
    ...(settings.SMTP_URL ? [] : [mails]),
    ...(process.stdout.isTTY ? ['Ctrl-C stops it'] : []),
  ];
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
