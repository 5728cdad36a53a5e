import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkLocation } from '#server/location.ts';
import { checkPort, superviseApp, waitUntilReady } from './app.ts';
import { ensureBuild } from './build.ts';
import { runNode } from './child.ts';
import { log } from './cli-error.ts';
import { demoLogIns, demoPassword, hasDemo, seedIfEmpty } from './demo.ts';
import { createFirstAdminLink } from './first-admin.ts';
import type { CommandContext } from './lifecycle.ts';
import { acquireDataDir, openDatabase, type OpenDatabase } from './open-database.ts';
import { identifyProcess } from './processes.ts';
import { root } from './root.ts';
import { serverArgs, serverEnvironment } from './server-program.ts';
import { readSettings, type Settings } from './settings.ts';

/** `npm start`: starts everything that a site needs, in order, and runs until stopped. */
export async function start(_args: string[], context: CommandContext): Promise<number> {
  const settings = readSettings();
  const lock = await acquireDataDir(settings, 'start', context);
  const port = await checkPort(settings.HOST, settings.PORT);
  const build = () => ensureBuild({ signal: context.signal });
  const openFilled = async () => {
    const database = await openDatabase(settings, lock, context, true);
    await seedIfEmpty(database, settings, context.signal);
    return database;
  };
  // An existing database is not migrated before the build has succeeded.
  const [out, database] = isFirstStart(settings)
    ? await both(build(), openFilled())
    : [await build(), await openFilled()];
  context.signal.throwIfAborted();

  const origin =
    settings.PORT === 0 && !process.env.PUBLIC_ORIGIN
      ? `http://localhost:${port}`
      : settings.PUBLIC_ORIGIN;
  lock.update({ address: origin });
  const serving = superviseApp({
    program: process.execPath,
    args: serverArgs(out),
    env: { ...environment(settings, database), NODE_ENV: 'production', PORT: String(port) },
    signal: context.signal,
    logFile: join(settings.DATA_DIR, 'hearth.log'),
    onStart: (app) => lock.update({ app }),
  });
  await Promise.race([
    serving,
    waitUntilReady(settings.HOST, port, context.signal).then(() =>
      announce(origin, settings, database, context.signal),
    ),
  ]);
  await serving;
  log('stopped');
  return 0;
}

const isFirstStart = ({ DATABASE_URL, DATA_DIR }: Settings) =>
  !DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres'));

/** Rejects only when both have settled: something started half way could not be stopped. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** `npm run dev`: the same database, and Astro's own server with hot reload. */
export async function dev(args: string[], context: CommandContext): Promise<number> {
  const settings = readSettings();
  const lock = await acquireDataDir(settings, 'dev', context);
  const port = await checkPort(settings.HOST, settings.PORT);
  const database = await openDatabase(settings, lock, context, true);
  await seedIfEmpty(database, settings, context.signal);
  lock.update({ address: `http://localhost:${port}` });
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
      signal: context.signal,
      onSpawn: (pid) => lock.update({ app: identifyProcess(pid) }),
    },
  );
  const origin = `http://localhost:${port}`;
  await Promise.race([
    serving,
    waitUntilReady(settings.HOST, port, context.signal).then(() =>
      announce(origin, settings, database, context.signal),
    ),
  ]);
  const { code } = await serving;
  return context.signal.aborted ? 0 : (code ?? 1);
}

const environment = (settings: Settings, database: OpenDatabase) => ({
  ...serverEnvironment,
  ...process.env,
  DATABASE_URL: database.url,
  DATA_DIR: settings.DATA_DIR,
});

/** The demo's log-ins, or the link that makes the first administrator. */
async function logInLines(origin: string, { url }: OpenDatabase): Promise<string[]> {
  if (await hasDemo(url))
    return [`log in as ${demoLogIns.join(' or ')}, password: ${demoPassword}`];
  const path = await createFirstAdminLink(url);
  return path
    ? ['nobody is an administrator yet; this link makes you one, once:', `${origin}${path}`]
    : [];
}

/** If the data was last used elsewhere. */
async function safeModeLines({ url }: OpenDatabase): Promise<string[]> {
  const { recorded, here, isElsewhere } = await checkLocation(url);
  if (!isElsewhere) return [];
  return [
    `SAFE MODE: this data was last used at another location (${recorded!.name}, now ${here.name}).`,
    'Log in with a password to look at it. No mails, pushes or jobs, and nobody is signed in, until',
    'you answer, with the same settings as this start (docs/hosting.md):',
    '  npm run location -- moved   the site goes on here, with everything',
    '  npm run location -- copy    this is a copy: sessions, links and unsent mails are dropped',
  ];
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
    ...(await safeModeLines(database)),
    ...(await logInLines(origin, database)),
    ...(settings.SMTP_URL ? [] : [mails]),
    ...(process.stdout.isTTY ? ['Ctrl-C stops it'] : []),
  ];
  console.log(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
