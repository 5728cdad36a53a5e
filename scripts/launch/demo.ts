import { runNode } from './child.ts';
import { CliError, log } from './cli-error.ts';
import { query } from './database.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Settings } from './settings.ts';

export const demoLogIns = ['ada@hearth.example', 'bo@hearth.example'];
export const demoPassword = 'hearthside demo';
const ownSeeder = 'scripts/seed.ts';

/**
 * Fills an empty database with the demo community: the embedded one by default, another one only
 * with SEED_DEMO=on. The marker `demo_seeding` is set before and removed after. If it is still
 * there, an earlier start was killed while seeding; nobody can have signed up until then, so
 * everything is emptied and seeded again.
 */
export async function seedIfEmpty(
  { url, isEmbedded }: OpenDatabase,
  settings: Settings,
  signal: AbortSignal,
  seeder = ownSeeder,
): Promise<void> {
  if (settings.SEED_DEMO === 'off' || (!isEmbedded && settings.SEED_DEMO !== 'on')) return;
  const isWanted = await query(url, async (sql) => {
    const [state] = await sql`
      select exists (select from members) as has_members,
        exists (select from site_state where key = 'demo_seeding') as was_interrupted`;
    if (state?.was_interrupted) await sql.unsafe(await emptyEverything(sql));
    else if (state?.has_members) return false;
    await sql`insert into site_state (key, value) values ('demo_seeding', now()::text)`;
    return true;
  });
  if (!isWanted) return;
  log('filling the empty database with the demo community');
  await seed([], url, settings, signal, seeder);
  await query(url, (sql) => sql`delete from site_state where key = 'demo_seeding'`);
}

/** Tables that migrations fill. */
const filledTables = ['page_categories', 'page_packages'];

async function emptyEverything(sql: Parameters<Parameters<typeof query>[1]>[0]): Promise<string> {
  const tables = await sql`
      select format('%I', tablename) as name
      from pg_tables
      where schemaname = 'public'
        and not tablename = any(${filledTables})`;
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
  if (code !== 0)
    throw new CliError('The demo community could not be made: see the message above.');
}

export async function hasDemo(url: string): Promise<boolean> {
  return query(
    url,
    async (sql) =>
      (
        await sql`
        select from members
        where email in ${sql(demoLogIns)}
          and status = 'active'`
      ).length > 0,
  );
}
