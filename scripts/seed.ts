import { parseArgs } from 'node:util';
import { readEnv, SettingError } from '#server/env.ts';
import { closeDataDir } from '#server/private-files.ts';
import { storage } from '#server/storage/storage.ts';
import { createProgress } from '../demo/progress.ts';
import { seedCommunity, SeedProblem } from '../demo/seed.ts';

const usage = 'Usage: npm run seed -- [--members 60] [--posts 600] [--seed 1]';

function count(text: string, name: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new SeedProblem(`--${name} must be a whole number from ${min} to ${max}. ${usage}`);
  return number;
}

function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        members: { type: 'string', default: '60' },
        posts: { type: 'string', default: '600' },
        seed: { type: 'string', default: '1' },
      },
    }));
  } catch (error) {
    throw new SeedProblem(`${(error as Error).message}. ${usage}`);
  }
  const env = readEnv();
  if (!env.DATABASE_URL)
    throw new SettingError(
      'Setting DATABASE_URL: missing (npm run seed sets it for the embedded database)',
    );
  return {
    env,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    members: count(values.members, 'members', 2, 1_000_000),
    posts: count(values.posts, 'posts', 1, 20_000_000),
    seed: values.seed,
  };
}

function logError(error: unknown) {
  const isExpected = error instanceof SeedProblem || error instanceof SettingError;
  const unexpected = () =>
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(`seed    ${isExpected ? error.message : unexpected()}`);
}

// The driver throws where nobody can catch it when the database goes away in the middle of a COPY.
process.on('uncaughtException', (error) => {
  logError(error);
  process.exit(1);
});

try {
  const { env, ...options } = readOptions();
  const store = env.S3_BUCKET ? { store: await storage() } : {};
  await closeDataDir(options.dataDir).catch(logError);
  await seedCommunity({ ...options, ...store, progress: createProgress() });
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.error(
    `seed    ${options.members} members, ${options.posts} posts; at most ${memory} MB of memory`,
  );
} catch (error) {
  logError(error);
  process.exitCode = 1;
}
