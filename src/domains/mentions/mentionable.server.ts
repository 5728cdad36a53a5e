import type { SQL } from 'drizzle-orm';
import { wallId } from '#domains/containers/container-items.server.ts';
import { findContainerKind } from '#domains/containers/container-kinds.server.ts';
import { userLiteView, type MemberCard } from '#domains/members/members.views.server.ts';
import { nameBegins, nameMatches, escapeLike } from '#domains/members/name-search.server.ts';
import { isFriendOf, viewerFromColumn, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member, SqlMember } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { db, executeSearch } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import { notFound } from '#server/errors.ts';
import { isContextSeen, locate, locatedContext, locatedRows } from '#server/located.ts';
import { sql } from '#server/sql.ts';
import { containerRow } from '#server/subjects.ts';
import { mentionedIn } from './mentions.rules.ts';
import type { MentionContext, MentionsChecked, MentionSuggestions } from './mentions.schema.ts';

/**
 * Whether a mention by the author may notify the member `id`, who may read the text: a friend, a
 * participant, a member of its container who gets its highlights, or whoever lets everybody.
 * @param container selects `type` and `id`
 * @param participants selects ids
 */
export const mentionable = (
  author: SqlMember,
  id: SQL,
  { container, participants }: { container?: SQL | undefined; participants?: SQL | undefined },
): SQL => sql`
  (
    ${isFriendOf(author, id)}
    ${participants ? sql`or ${id} in (${participants})` : sql``}
    ${container ? sql`or ${isMemberOf(container, id)}` : sql``}
    or exists (
      select from member_settings s
      where s.member_id = ${id}
        and s.mentions_from = 'everyone'
    )
  )`;

const isMemberOf = (container: SQL, id: SQL): SQL => sql`
  exists (
    select from (${container}) container (type, id)
    join memberships ms on ms.type = container.type
      and ms.id = container.id
      and ms.member_id = ${id}
      and ms.state = 'member'
      and ms.notify > 0
  )`;

/** Conditions of mentions in a text that is being written. */
interface Context {
  /** Selects `type` and `id`. */
  container?: SQL | undefined;
  /** Selects ids of members. */
  participants?: SQL | undefined;
  /** Whether the member of that column may read what is written there. */
  readable: (id: SQL) => SQL;
}

/** Throws if the member may not see the subject. */
async function readContext(
  member: Member,
  { writing, subject, audience, isInItsName }: MentionContext,
): Promise<Context> {
  if (writing === 'comment') return commentContext(member, subject!);
  const kind = subject && findContainerKind(subject.type);
  const isOwnWall = !subject || (subject.type === 'member' && subject.id === member.id);
  if (isOwnWall) return { readable: ofAudience(member, audience) };
  if (!kind) throw notFound();
  const number = sql`${subject.id}::bigint`;
  const [row] = await db.execute<{ isVisible: boolean | null; isModerated: boolean | null }>(
    sql`
      select ${kind.known(member, number)} as "isVisible",
        ${kind.moderated(member, number)} as "isModerated"`,
  );
  if (!row!.isVisible) throw notFound();
  // A notification names who wrote it, which a post in the name of a page does not.
  if (subject.type !== 'member' && row!.isModerated && (isInItsName ?? kind.speaksForItself))
    return { readable: () => sql`false` };
  const isReadable = (id: SQL) => kind.readable(viewerFromColumn(id), number);
  return subject.type === 'member'
    ? {
        participants: sql`select ${number}`,
        readable: (id) => sql`${isReadable(id)} and ${ofAudience(member, audience)(id)}`,
      }
    : {
        container: sql`select ${subject.type}::text, ${wallId(subject.type, number)}`,
        readable: isReadable,
      };
}

const ofAudience =
  (author: Member, audience: MentionContext['audience']) =>
  (id: SQL): SQL => {
    if (audience !== 'friends') return audience === 'everyone' ? sql`true` : sql`false`;
    return isFriendOf(author, id);
  };

async function commentContext(
  member: Member,
  { type, id }: { type: SubjectType; id: number },
): Promise<Context> {
  const item = await locate(db, { type, id });
  const [seen] = await db.execute<{ owners: number[]; type: string; id: number }>(sql`
    select s.owner_ids::float8[] as owners, context.type, context.id::float8 as id
    from (${locatedRows(member, item)}) s,
      lateral (${locatedContext(member, item)}) context (type, id)`);
  if (!seen) throw notFound();
  const commenters = fromEachDomain('commenters').map((select) => select(type, sql`${id}::bigint`));
  return {
    container: containerRow(type, sql`${id}::bigint`),
    participants: sql.join(
      [sql`select unnest(${sql.param(seen.owners)}::bigint[])`, ...commenters],
      sql` union all `,
    ),
    readable: (reader) =>
      isContextSeen(
        viewerFromColumn(reader),
        item,
        sql`${seen.type}::text`,
        sql`${seen.id}::bigint`,
      ),
  };
}

/** Members considered for a list of suggestions, before it is asked who may read the text. */
const maxCandidates = 50;

/**
 * Lists members whom the text may mention and whose name or username begins with `search`:
 * participants, friends and then other members of the container that the member belongs to.
 */
export async function suggestMentions(
  member: Member,
  { context, search, limit }: { context: MentionContext; search: string; limit: number },
  origin = '',
): Promise<MentionSuggestions> {
  const {
    container,
    participants = sql`select null::bigint`,
    readable,
  } = await readContext(member, context);
  const self = sql`${member.id}::bigint`;
  // Lists of members may be long, so that they are asked with letters only.
  const members =
    container && search
      ? sql`
        union all
        select ms.member_id, 2
        from (${container}) container (type, id)
        join memberships ms on ms.type = container.type
          and ms.id = container.id
          and ms.state = 'member'
          and ms.notify > 0
        where ${isMemberOf(container, self)}`
      : sql``;
  const matches = search
    ? sql`
      and (
        lower(m.username) like ${`${escapeLike(search.toLowerCase())}%`}
          or ${nameMatches(sql`m.name_words`, search)}
      )`
    : sql``;
  const rows = await executeSearch<MemberCard>(
    search,
    sql`
      select m.id, m.displayname, m.username, m.avatar
      from (
        select m.*, min(candidate.rank) as rank
        from (
          select p.id, 0
          from (${participants}) p (id)
          union all
          select f.friend_id, 1
          from friendships f
          where f.member_id = ${member.id} ${members}
        ) candidate (id, rank)
        join members m on m.id = candidate.id
        where m.id <> ${member.id}
          and ${visibleAuthor(member, sql`m.id`, sql`m.status`)} ${matches}
        group by m.id
        order by min(candidate.rank), ${search ? sql`${nameBegins(sql`m.name_words`, search)}, ` : sql``}m.name_words, m.id
        limit ${maxCandidates}
      ) m
      where ${readable(sql`m.id`)}
      order by m.rank, ${search ? sql`${nameBegins(sql`m.name_words`, search)}, ` : sql``}m.name_words, m.id
      limit ${limit}`,
  );
  return { response: rows.map((row) => userLiteView(row, origin)) };
}

/** Names the usernames of the text that notify nobody; one's own is not among them. */
export async function checkMentions(
  member: Member,
  { context, body }: { context: MentionContext; body: string },
): Promise<MentionsChecked> {
  const { readable, ...people } = await readContext(member, context);
  const names = mentionedIn(body).filter((name) => name !== member.username.toLowerCase());
  if (!names.length) return { unnotified: [] };
  const rows = await db.execute<{ name: string }>(sql`
    select lower(m.username) as name
    from members m
    where lower(m.username) = any (${sql.param(names)}::text[])
      and ${visibleAuthor(member, sql`m.id`, sql`m.status`)}
      and ${mentionable(member, sql`m.id`, people)}
      and ${readable(sql`m.id`)}`);
  const notified = new Set(rows.map(({ name }) => name));
  return { unnotified: names.filter((name) => !notified.has(name)) };
}
