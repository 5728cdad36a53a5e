import { sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { addMember } from '../support/people.ts';

/** Which indexes a statement walks once there is much of everything. */
async function indexesOf(statement: SQL): Promise<string[]> {
  const rows = await db.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${statement}`);
  return [...rows.map((row) => row['QUERY PLAN']).join('\n').matchAll(/(?:using|on) ((?:conversation_members|messages)_\w+)/g)].map((match) => match[1]!);
}

test('inbox, badge, conversation and search walk their indexes', async () => {
  const [ada, bo] = [await addMember(), await addMember()];
  await db.execute(sql`insert into conversations (id, title, starter_id) overriding system value select n, 'Title', ${ada.id} from generate_series(1, 3000) n`);
  await db.execute(sql`
    insert into messages (id, conversation_id, author_id, body) overriding system value
    select n, n % 3000 + 1, ${ada.id}, 'word' || n || ' and more' from generate_series(1, 30000) n`);
  const crowd = await Promise.all(Array.from({ length: 20 }, () => addMember()));
  await db.execute(sql`
    insert into conversation_members (conversation_id, member_id, position, last_received_id, read_up_to)
    select n, (${sql.param([bo.id, ...crowd.map(({ id }) => id)])}::bigint[])[n % 21 + 1], 1, n + 27000 - 1, case when n % 50 = 0 then 0 else 40000 end from generate_series(1, 3000) n`);
  await db.execute(sql`analyze conversations`);
  await db.execute(sql`analyze conversation_members`);
  await db.execute(sql`analyze messages`);
  expect(await indexesOf(sql`select * from conversation_members cm where cm.member_id = ${bo.id} and cm.last_message_id > cm.deleted_up_to order by cm.last_message_id desc limit 10`))
    .toEqual(['conversation_members_inbox']);
  expect(await indexesOf(sql`select count(*) from conversation_members cm where cm.member_id = ${bo.id} and (cm.last_received_id > cm.read_up_to or cm.is_marked_unread)`))
    .toEqual(['conversation_members_unread']);
  expect(await indexesOf(sql`select * from messages m where m.conversation_id = 7 order by m.id desc limit 51`)).toEqual(['messages_conversation']);
  expect(await indexesOf(sql`select m.conversation_id from messages m where m.words @@ to_tsquery('simple', folded('word777:*'))`)).toEqual(['messages_words']);
});
