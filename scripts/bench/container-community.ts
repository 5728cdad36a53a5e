import type { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

/** Numbers of containers of the members who read the feed in the benchmark. */
export const containerCounts = [0, 30, 500];

export const containerCountEmail = (containers: number): string =>
  `bench-containers-${containers}@hearth.example`;

const groups = 1_000;
/** Members who write in containers. */
const writers = '(select least(1000, count(*)) from candidate)';
/** Writes every third post in the members' containers. */
const busyWriter = `(select min(id) from members where email like 'bench-writer@%')`;

const insertMember = (sql: Sql, email: string) => sql`
  insert into members (
    status, email, username, first_name, last_name, displayname, password_hash
  )
  select 'active', ${email}, replace(split_part(${email}, '@', 1), '-', ''), 'Bench',
    'Reader', 'Bench Reader', password_hash
  from members
  where email = 'ada@hearth.example'`;

/**
 * Groups with as many posts as there are on walls, and members who belong to 0, 30 and 500 of them,
 * each with 50 friends. They replace the groups of the demo community.
 */
export async function addContainers(sql: Sql, posts: number): Promise<void> {
  await numberMembers(sql);
  await sql`delete from containers where type = 'group'`;
  await insertMember(sql, 'bench-writer@hearth.example');
  for (const count of containerCounts) await insertMember(sql, containerCountEmail(count));
  await sql`
    insert into friendships (member_id, friend_id, since)
    select case when is_mine then m.id else c.id end, case when is_mine then c.id else m.id end,
      now() - c.n * interval '1 hour'
    from candidate c, members m, (values (true), (false)) side (is_mine)
    where c.n <= 50
      and m.email like 'bench-containers-%'`;
  await sql`
    insert into containers (type, id, owner_id, title, visibility)
    select 'group', n, (select id from candidate where candidate.n = 1 + g.n % 100), 'Group ' || n,
      case when g.n % 3 = 0 then 'members' else 'registered' end
    from generate_series(1, ${groups}::int) g (n)`;
  for (const count of containerCounts)
    // Spread over all sizes: the posts are the fewer the higher the number.
    await sql`
      insert into memberships (type, id, member_id, state, joined_at)
      select 'group', 1 + (n - 1) * ${groups}::int / ${Math.max(1, count)}::int, m.id, 'member', now()
      from generate_series(1, ${count}::int) g (n), members m
      where m.email = ${containerCountEmail(count)}`;
  await addPosts(sql, posts, { first: 1, last: groups });
}

/** Posts in groups that none of the reading members belongs to. */
export async function addForeignPosts(sql: Sql, posts: number): Promise<void> {
  await numberMembers(sql);
  await sql`
    insert into containers (type, id, owner_id, title, visibility)
    select 'group', ${groups}::int + n, (select min(id) from members), 'Other group ' || n, 'registered'
    from generate_series(1, ${groups}::int) g (n)`;
  await addPosts(sql, posts, { first: groups + 1, last: 2 * groups });
}

/**
 * A page that all of them follow, with posts of the time when it was for its members only, newer
 * than most others.
 */
export async function addHiddenPosts(sql: Sql, posts: number): Promise<void> {
  await numberMembers(sql);
  const id = 2 * groups + 1;
  await sql`
    insert into containers (type, id, owner_id, title, visibility)
    values ('group', ${id}, (select min(id) from members), 'Formerly closed', 'registered')`;
  await addPosts(sql, posts, { first: id, last: id });
  await sql`
    update containers
    set public_from = (
      select max(sort_key) + 1
      from posts
      where object_type = 'group'
        and object_id = ${id}
    )
    where type = 'group'
      and id = ${id}`;
  await sql`
    insert into memberships (type, id, member_id, is_following)
    select 'group', ${id}, id, true
    from members
    where email like 'bench-containers-%'
      and email <> ${containerCountEmail(0)}`;
}

/** The reading members block the writer of every third post in their containers. */
export async function blockBusyWriter(sql: Sql): Promise<void> {
  await sql`
    insert into blocks (blocker_id, blocked_id)
    select m.id, ${sql.unsafe(busyWriter)}
    from members m
    where m.email like 'bench-containers-%'`;
}

/** The members in an order without meaning, by number. */
async function numberMembers(sql: Sql): Promise<void> {
  await sql`set statement_timeout = 0`;
  await sql`
    create temporary table candidate as
    select id, row_number() over (order by hashint8(id)) as n
    from members
    where status = 'active'
      and email not like 'bench-%'`;
  await sql`create unique index on candidate (n)`;
  await sql`analyze candidate`;
}

/**
 * Posts of the last two years in the containers from `first` to `last`, the more the lower the
 * number. The triggers of the table only count, and are off.
 */
async function addPosts(
  sql: Sql,
  posts: number,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await sql`alter table posts disable trigger user`;
  await sql`
    insert into posts (
      author_id, subject_id, object_type, object_id, body, audience, published_at
    )
    select author_id, author_id, 'group', container_id, 'Who brings the ladder back?', 'container',
      now() - random() * interval '730 days'
    from (
      select ${first}::int
          + floor(power(random(), 2) * ${last - first + 1}::int)::int as container_id,
        case
          when n % 3 = 0 then ${sql.unsafe(busyWriter)}
          else (select c.id from candidate c where c.n = 1 + g.n % ${sql.unsafe(writers)})
        end as author_id
      from generate_series(1, ${posts}::int) g (n)
    ) t`;
  await sql`alter table posts enable trigger user`;
  await sql`vacuum (analyze) posts`;
  await sql`analyze containers, memberships, friendships, members`;
}
