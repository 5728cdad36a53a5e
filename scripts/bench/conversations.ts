import type { query } from '../launch/database.ts';

type Sql = Parameters<Parameters<typeof query>[1]>[0];

const conversationCount = 20_000;
const messagesEach = 20;
/** Conversations of the member who reads in the benchmark. */
const ownCount = 500;

/**
 * Creates conversations of two members, some hundred of them with the first member; once per
 * community.
 */
export async function addConversations(sql: Sql): Promise<void> {
  const [done] = await sql`select from site_state where key = 'bench_talks'`;
  if (done) return;
  await sql`set statement_timeout = 0`;
  // Message ids are consecutive within a conversation, as if the conversations had been held one
  // after the other.
  await sql`
    create temporary table person as
    select id, row_number() over (order by id) as n
    from members
    where status = 'active'`;
  await sql`create unique index on person (n)`;
  await sql`analyze person`;
  const [counted] = await sql`select count(*)::int as people from person`;
  const people = Number(counted!.people);
  await sql`
    create temporary table talk as
    select pair.n, pair.n + (select coalesce(max(id), 0) from conversations) as id,
      (pair.n - 1) * ${messagesEach}::int + (select coalesce(max(id), 0) from messages) as first,
      one.id as one, other.id as other
    from (
      select n, case when n <= ${ownCount}::int then 1 else n * 7 % ${people}::int + 1 end as one_n,
        n * 13 % (${people}::int - 1) + 2 as other_n
      from generate_series(1, ${conversationCount}::int) n
    ) pair
    join person one on one.n = pair.one_n
    join person other on other.n = pair.other_n and other.id <> one.id`;
  await sql`
    insert into conversations (id, title, creator_id, created_at)
    select id, 'Talk ' || n, one, now() - interval '2 days'
    from talk`;
  await sql`
    insert into messages (id, conversation_id, author_id, body, created_at)
    select first + line, id, case when line % 2 = 0 then one else other end,
      'Shall we bring the ladder back to number ' || line || ', or is the kettle on?',
      now() - (${messagesEach} - line) * interval '1 hour'
    from talk, generate_series(1, ${messagesEach}) line`;
  await sql`
    insert into conversation_members (
      conversation_id, member_id, position, last_received_id, last_sent_id, read_up_to
    )
    select id, one, 0, first + ${messagesEach} - 1, first + ${messagesEach}, first + ${messagesEach}
    from talk
    union all
    select id, other, 1, first + ${messagesEach}, first + ${messagesEach} - 1,
      case when n % 40 = 0 then 0 else first + ${messagesEach} end
    from talk`;
  await sql`
    select setval(
      pg_get_serial_sequence('conversations', 'id'), (select max(id) from conversations)
    ),
      setval(pg_get_serial_sequence('messages', 'id'), (select max(id) from messages))`;
  for (const table of ['conversations', 'conversation_members', 'messages'])
    await sql`analyze ${sql(table)}`;
  await sql`insert into site_state (key, value) values ('bench_talks', now()::text)`;
}
