import type { SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember, block } from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';
import { start } from './conversations.ts';

/** Names of the indexes in the plan of a statement, with many rows. */
async function indexesOf(statement: SQL): Promise<string[]> {
  const rows = await db.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${statement}`);
  return [
    ...rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
      .matchAll(/(?:using|on) ((?:conversation_members|messages)_\w+)/g),
  ].map((match) => match[1]!);
}

test('inbox, badge, conversation and search use their indexes', async () => {
  const [ada, bo] = [await addMember(), await addMember()];
  const crowd = await Promise.all(Array.from({ length: 20 }, () => addMember()));
  await fill(async (tx) => {
    await tx.execute(
      sql`
        insert into conversations (id, title, creator_id) overriding system value
        select n, 'Title', ${ada.id}
        from generate_series(1, 3000) n`,
    );
    await tx.execute(sql`
      insert into messages (id, conversation_id, author_id, body) overriding system value
      select n, n % 3000 + 1, ${ada.id}, 'word' || n || ' and more'
      from generate_series(1, 30000) n`);
    await tx.execute(sql`
      insert into conversation_members (
        conversation_id, member_id, position, last_received_id, read_up_to
      )
      select n, (${sql.param([bo.id, ...crowd.map(({ id }) => id)])}::bigint[])[n % 21 + 1], 1,
        n + 27000 - 1, case when n % 50 = 0 then 0 else 40000 end
      from generate_series(1, 3000) n`);
  });
  await db.execute(sql`analyze conversations`);
  await db.execute(sql`analyze conversation_members`);
  await db.execute(sql`analyze messages`);
  expect(
    await indexesOf(
      sql`
        select *
        from conversation_members cm
        where cm.member_id = ${bo.id} and cm.last_message_id > cm.deleted_up_to
        order by cm.last_message_id desc
        limit 10`,
    ),
  ).toEqual(['conversation_members_inbox']);
  expect(
    await indexesOf(
      sql`
        select count(*)
        from conversation_members cm
        where cm.member_id = ${bo.id}
          and (cm.last_received_id > cm.read_up_to or cm.is_marked_unread)`,
    ),
  ).toEqual(['conversation_members_unread']);
  expect(
    await indexesOf(
      sql`select * from messages m where m.conversation_id = 7 order by m.id desc limit 51`,
    ),
  ).toEqual(['messages_conversation']);
  expect(
    await indexesOf(
      sql`
        select m.conversation_id
        from messages m
        where m.words @@ to_tsquery('simple', folded('word777:*'))`,
    ),
  ).toEqual(['messages_words']);
});

test('a long conversation is read by one page, and counted without a look for blocks for each message', async () => {
  const [ada, bo, cy] = [await addMember(), await addMember(), await addMember()];
  for (const table of ['conversations', 'messages'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100000)`);
  const id = await start(ada, [bo, cy]);
  await db.execute(sql`
    insert into messages (conversation_id, author_id, body, created_at)
    select ${id}, case when n % 9 = 0 then ${cy.id}::bigint else ${ada.id} end, 'word',
      now() + interval '1 hour'
    from generate_series(1, 3000) n`);
  await block(cy, bo);
  await db.execute(sql`analyze messages`);
  const rowsRead = async (query: Parameters<typeof readConversation>[2]) => {
    const sums = { messages: 0, blocks: 0 };
    for (const { looks } of await recordPlans(() => readConversation(bo, id, query)))
      for (const { table, rows } of looks)
        if (table === 'messages' || table === 'blocks') sums[table] += rows;
    return sums;
  };
  for (const query of [{}, { page: 1, after: 1 }, { page: 1, before: 999_999_999 }]) {
    const { messages, blocks } = await rowsRead(query);
    expect(messages, JSON.stringify(query)).toBeLessThan(100);
    expect(blocks, JSON.stringify(query)).toBeLessThan(40);
  }
  const { messages, blocks } = await rowsRead({ page: 1 });
  expect(messages).toBeGreaterThan(3_000);
  // Blocks are checked only for authors behind one.
  expect(blocks).toBeLessThan(400);
  expect((await readConversation(bo, id, { page: 1 })).totalItemCount).toBe(3_001 - 333);
});
