import type { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** Numbers of friends of the members who search in the benchmark. */
export const friendCounts = [0, 50, 500, 5_000];

export const friendCountEmail = (friends: number): string =>
  `bench-circle-${friends}@hearth.example`;

/**
 * Creates a member for each number of friends, spread over the community; once per community. They
 * have the password of the first member.
 */
export async function addFriendCountMembers(sql: Sql): Promise<void> {
  const [done] = await sql`select from site_state where key = 'bench_circles'`;
  if (done) return;
  await sql`set statement_timeout = 0`;
  await sql`
    create temporary table candidate as
    select id, row_number() over (order by hashint8(id)) as n
    from members
    where status = 'active'`;
  for (const friends of friendCounts) {
    const [created] = await sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', ${friendCountEmail(friends)}, ${`benchcircle${friends}`}, 'Bench', 'Circle',
        ${`Bench Circle ${friends}`}, password_hash
      from members
      where email = 'ada@hearth.example'
      returning id`;
    await sql`
      insert into friendships (member_id, friend_id, since)
      select case when is_mine then ${created!.id}::bigint else id end,
        case when is_mine then id else ${created!.id}::bigint end, now() - n * interval '1 hour'
      from candidate, (values (true), (false)) side (is_mine)
      where n <= ${friends}::int`;
  }
  await sql`analyze members, friendships`;
  await sql`insert into site_state (key, value) values ('bench_circles', now()::text)`;
}
