import { runNode } from './child.ts';
import { query } from './database.ts';
import type { OpenDatabase } from './open-database.ts';
import { Problem, say } from './problem.ts';
import type { Settings } from './settings.ts';

export const demoLogIns = ['ada@hearth.example', 'bo@hearth.example'];
export const demoPassword = 'hearthside demo';
const ownSeeder = 'scripts/seed.ts';

/**
 * Fills an empty database with the demo community: the embedded one always, another one only when
 * SEED_DEMO=on says so. `demo_seeding` is written before and taken away after. Found again, it
 * means that an earlier start was killed in between; nobody can have signed up until then, so
 * everything is emptied and made anew.
 */
export async function seedIfEmpty(
  { url, isEmbedded }: OpenDatabase,
  settings: Settings,
  signal: AbortSignal,
  seeder = ownSeeder,
): Promise<void> {
  if (settings.SEED_DEMO === 'off' || (!isEmbedded && settings.SEED_DEMO !== 'on')) return;
  const isWanted = await query(url, async (sql) => {
    const [found] = await sql`
      select exists (select from members) as has_members,
        exists (select from site_state where key = 'demo_seeding') as was_interrupted`;
    if (found?.was_interrupted) await sql.unsafe(await emptyEverything(sql));
    else if (found?.has_members) return false;
    await sql`insert into site_state (key, value) values ('demo_seeding', now()::text)`;
    return true;
  });
  if (!isWanted) return;
  say('filling the empty database with the demo community');
  await seed([], url, settings, signal, seeder);
  await query(url, (sql) => sql`delete from site_state where key = 'demo_seeding'`);
}

async function emptyEverything(sql: Parameters<Parameters<typeof query>[1]>[0]): Promise<string> {
  const tables =
    await sql`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`;
  return `truncate ${tables.map(({ name }) => String(name)).join(', ')}`;
}

export async function seed(
  args: string[],
  url: string,
  settings: Settings,
  signal: AbortSignal,
  seeder = ownSeeder,
): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: settings.DATA_DIR };
  const { code } = await runNode(seeder, args, { env, signal });
  signal.throwIfAborted();
  if (code !== 0) throw new Problem('The demo community could not be made: see the message above.');
}

export async function hasDemo(url: string): Promise<boolean> {
  return query(
    url,
    async (sql) =>
      (await sql`select from members where email in ${sql(demoLogIns)} and status = 'active'`)
        .length > 0,
  );
}
