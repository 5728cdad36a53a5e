import { join } from 'node:path';
import { migrate } from '#server/migrate.ts';
import { runNode } from '../launch/child.ts';
import { query } from '../launch/database.ts';
import { startEmbeddedPostgres } from '../launch/embedded-postgres.ts';
import { root } from '../launch/root.ts';
import { addConversations } from './conversations.ts';

/** Opens a filled database, kept between runs: filling takes longer than measuring. */
export async function openFilled(members: string, posts: string) {
  const folder = join(root, '.data', `bench-${members}-${posts}`);
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'));
  try {
    await migrate(postgres.url);
    const env = { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: folder };
    // Set when filling is complete, so that an incomplete community is never measured.
    const isFull = await query(
      postgres.url,
      async (sql) => (await sql`select from site_state where key = 'bench_filled'`).length > 0,
    );
    if (!isFull) {
      // Migrations fill some tables, so the rest of an earlier attempt is not only truncated.
      await query(postgres.url, dropEverything);
      await migrate(postgres.url);
      const { code } = await runNode('scripts/seed.ts', ['--members', members, '--posts', posts], {
        env,
      });
      if (code !== 0) throw new Error('The database could not be filled');
      await query(
        postgres.url,
        (sql) => sql`insert into site_state (key, value) values ('bench_filled', now()::text)`,
      );
    }
    await query(postgres.url, addConversations);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { ...postgres, folder };
}

type Sql = Parameters<Parameters<typeof query>[1]>[0];

async function dropEverything(sql: Sql) {
  const schemas = await sql`
    select quote_ident(nspname) as name
    from pg_namespace
    where nspname !~ '^pg_'
      and nspname <> 'information_schema'`;
  for (const { name } of schemas) await sql.unsafe(`drop schema ${String(name)} cascade`);
  await sql`create schema public`;
}
