import { migrate } from '#server/migrate.ts';
import { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** A database beside the filled one, kept between runs. */
interface FilledCopy {
  name: string;
  fill: (sql: Sql) => Promise<void>;
  /** The database that it begins as a copy of; the filled one by default. */
  template?: string;
}

/** Copies the filled database and fills the copy further, once. Returns its address. */
export async function openFilledCopy(
  { url, adminUrl }: { url: string; adminUrl: string },
  { name, fill, template }: FilledCopy,
): Promise<string> {
  const address = new URL(url);
  const filled = address.pathname.slice(1);
  address.pathname = `/${name}`;
  await query(adminUrl, async (sql) => {
    // The comment is set when filling is complete.
    const found = await sql`
      select from pg_database
      where datname = ${name}
        and shobj_description(oid, 'pg_database') = 'filled'`;
    if (found.length) return;
    await sql.unsafe(`drop database if exists ${name}`);
    await sql.unsafe(`create database ${name} template ${template ?? filled} owner hearth`);
    // Its server is to take the copy for a site of its own.
    await query(address.href, (copy) => copy`delete from site_state where key = 'location'`);
    await query(address.href, fill);
    await sql.unsafe(`comment on database ${name} is 'filled'`);
  });
  // One that an earlier version has filled may lack migrations.
  await migrate(address.href);
  return address.href;
}

/** Members without friends, named `Crowd0 N1` and so on; 700 first names. */
export async function addCrowd(sql: Sql, crowd: number, waiting = 0): Promise<void> {
  await sql`
    insert into members (
      status, email, username, first_name, last_name, displayname, password_hash
    )
    select 'active', case when n <= ${crowd} then 'crowd-' else 'asks-' end || n || '@crowd.example',
      'crowd' || n, 'Crowd' || n % 700, 'N' || n, 'Crowd' || n % 700 || ' N' || n, ''
    from generate_series(1, ${crowd + waiting}::int) n`;
}
