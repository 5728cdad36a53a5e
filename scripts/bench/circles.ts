import type { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** How many friends the members have who search in the benchmark. */
export const circles = [0, 50, 500, 5_000];

export const circleEmail = (friends: number): string => `bench-circle-${friends}@hearth.example`;

/**
 * Members with so many friends each, spread over the community; once for a community. They log in
 * with the password of the first.
 */
export async function addCircles(sql: Sql): Promise<void> {
  const [done] = await sql`select from site_state where key = 'bench_circles'`;
  if (done) return;
  await sql`set statement_timeout = 0`;
  await sql`
    create temporary table someone as
    select id, row_number() over (order by hashint8(id)) as place
    from members
    where status = 'active'`;
  for (const friends of circles) {
    const [made] = await sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', ${circleEmail(friends)}, ${`benchcircle${friends}`}, 'Bench', 'Circle',
        ${`Bench Circle ${friends}`}, password_hash
      from members
      where email = 'ada@hearth.example'
      returning id`;
    await sql`
      insert into friendships (member_id, friend_id, since)
      select case when is_mine then ${made!.id}::bigint else id end,
        case when is_mine then id else ${made!.id}::bigint end, now() - place * interval '1 hour'
      from someone, (values (true), (false)) side (is_mine)
      where place <= ${friends}::int`;
  }
  await sql`analyze members, friendships`;
  await sql`insert into site_state (key, value) values ('bench_circles', now()::text)`;
}
