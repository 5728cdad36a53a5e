import type { TransactionSql } from 'postgres';
import type { Friends } from './people/friends.ts';
import type { SeedMember } from './people/members.ts';
import { talks, type Talk } from './words/talks.ts';

type Transaction = TransactionSql<{ bigint: number }>;

const minute = 60_000;
const hour = 60 * minute;

/** Participants by index: the known member, then friends, or for requests a stranger. */
function peopleOf(
  known: number,
  talk: Talk,
  friends: Friends,
  count: number,
): number[] | undefined {
  const near = friends.of[known]!.filter((index) => index > 1);
  const strangers = Array.from({ length: count }, (_, index) => index).filter(
    (index) => index > 1 && !friends.of[known]!.includes(index),
  );
  const from = talk.isRequest ? strangers : near;
  const others = [...new Set(talk.lines.map(([who]) => who))].filter((who) => who > 0).sort();
  // The two known members get different messages from different people.
  const people = others.map((who) => from[(who - 1) * 2 + known]);
  return people.some((index) => index === undefined) ? undefined : [known, ...(people as number[])];
}

/**
 * Conversations of the two known members, some of them unread, as if they had been written one
 * after the other.
 */
export async function loadTalks(
  tx: Transaction,
  members: SeedMember[],
  friends: Friends,
  now: number,
): Promise<void> {
  for (const known of [0, 1].slice(0, members.length)) {
    for (const talk of [...talks].reverse()) {
      const people = peopleOf(known, talk, friends, members.length);
      if (people) await loadTalk(tx, talk, people, now);
    }
  }
}

async function loadTalk(tx: Transaction, talk: Talk, people: number[], now: number): Promise<void> {
  const order = [...new Set(talk.lines.map(([who]) => who).filter((who) => who > 0))].sort();
  const indexOf = (who: number) => people[who === 0 ? 0 : order.indexOf(who) + 1]!;
  const interval = 7 * minute;
  const at = (line: number) =>
    new Date(
      now - talk.endedHoursAgo * hour - (talk.lines.length - 1 - line) * interval,
    ).toISOString();
  const starter = indexOf(talk.lines[0]![0]);
  const [conversation] = await tx<Array<{ id: number }>>`
    insert into conversations (title, creator_id, created_at)
    values (${talk.title}, ${starter + 1}, ${at(0)})
    returning id`;
  const written: Array<{ id: number; who: number }> = [];
  for (const [line, [who, body]] of talk.lines.entries()) {
    const [row] = await tx<Array<{ id: number }>>`
      insert into messages (conversation_id, author_id, body, created_at)
      values (${conversation!.id}, ${indexOf(who) + 1}, ${body}, ${at(line)})
      returning id`;
    written.push({ id: row!.id, who: indexOf(who) });
  }
  const last = (isSo: (who: number) => boolean) =>
    written.findLast(({ who }) => isSo(who))?.id ?? 0;
  const everybody = [starter, ...people.filter((index) => index !== starter)];
  for (const [position, index] of everybody.entries()) {
    const read = index === people[0] ? (written.at(-1 - talk.unread)?.id ?? 0) : written.at(-1)!.id;
    await tx`
      insert into conversation_members (
        conversation_id, member_id, position, last_received_id, last_sent_id, read_up_to, is_request
      )
      values (
        ${conversation!.id}, ${index + 1}, ${position}, ${last((who) => who !== index)},
        ${last((who) => who === index)}, ${read}, ${talk.isRequest === true && index === people[0]}
      )`;
  }
}

/**
 * Notifications of the two known members about their newest posts and unread messages. The newest
 * few are unread.
 */
export async function loadNotifications(tx: Transaction, now: number): Promise<void> {
  const nowText = new Date(now).toISOString();
  await tx`
    with own as (
      select id, author_id
      from (
        select p.id, p.author_id,
          row_number() over (partition by p.author_id order by p.id desc) as place
        from posts p
        where p.author_id in (1, 2)
      ) newest
      where place <= 8
    ),
      acts as (
        select own.author_id as recipient_id, 'liked' as type, 'post' as subject_type,
          own.id as subject_id, 'post' as context_type, r.member_id as actor_id,
          '' as source_type, 0::bigint as source_id, r.created_at as at
        from own
        join reactions r on r.subject_type = 'post' and r.subject_id = own.id
        union all
        select own.author_id, 'commented', 'post', own.id, 'post',
          c.author_id, 'post_comment', c.id, c.created_at
        from own
        join comments c on c.subject_type = 'post'
          and c.subject_id = own.id
          and c.parent_id is null
        union all
        select cm.member_id, 'message_new', 'conversation', cm.conversation_id,
          'conversation', m.author_id, 'message', m.id, m.created_at
        from conversation_members cm
        join messages m on m.conversation_id = cm.conversation_id and m.id > cm.read_up_to
        where cm.member_id in (1, 2)
      ),
      others as (select * from acts where actor_id <> recipient_id and at <= ${nowText}),
      told as (
        insert into notifications (
          recipient_id, type, subject_type, subject_id, context_type, context_id, group_key,
          created_at, updated_at, read_at
        )
        select recipient_id, type, subject_type, subject_id, context_type, subject_id,
          type || ':' || subject_type || ':' || subject_id, min(at), max(at),
          case when type <> 'message_new'
            and row_number() over (
              partition by recipient_id order by max(at) desc
            ) > 6 then max(at) end
        from others
        group by recipient_id, type, subject_type, subject_id, context_type
        returning id, recipient_id, group_key
      )
    insert into notification_actors (notification_id, actor_id, source_type, source_id, occurred_at)
    select told.id, others.actor_id, others.source_type, others.source_id, max(others.at)
    from told
    join others on others.recipient_id = told.recipient_id
      and others.type || ':' || others.subject_type || ':' || others.subject_id = told.group_key
    group by 1, 2, 3, 4`;
}
