import type { SQL } from 'drizzle-orm';
import {
  notificationCtes,
  withdrawNotificationCte,
  type NotifyOptions,
} from '#domains/notifications/create-notification.server.ts';
import { blockedWith, isWithoutBlocks, visibleAuthor } from '#domains/policy/audience.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import {
  isMember,
  type Member,
  type SqlMember,
  type SqlViewer,
  type Viewer,
} from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { fromEachDomain } from '#server/domain.ts';
import { forbidden, notFound } from '#server/errors.ts';
import {
  contextTypesOf,
  isContextSeen,
  isInContainer,
  locate,
  locatedContext,
  locatedRows,
} from '#server/located.ts';
import { sql } from '#server/sql.ts';
import type { Located, Subject } from '#server/subjects.ts';
import type { SubjectType } from './reactions.schema.ts';
import type { LikerRow, ReactionCounts } from './reactions.views.server.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /**
     * Selects the ids of members who commented on a subject, in one column: those who enabled it
     * are notified of reactions to it.
     */
    commenters?: (type: SubjectType, id: SQL) => SQL;
  }
}

/**
 * Selects the number of each kind that the viewer may know: `{"1": 3, "2": 1}`, or null for none.
 */
export function reactionCounts(viewer: SqlViewer, type: SQL, id: SQL): SQL {
  // Long aliases, because `type` and `id` contain aliases of the caller.
  const totals = sql`
    select total.kind, total.count
    from reaction_totals total
    where total.subject_type = ${type}
      and total.subject_id = ${id}
      and total.count > 0`;
  if (isWithoutBlocks(viewer))
    return sql`(select json_object_agg(kind, count) from (${totals}) shown)`;
  // Totals already exclude inactive members.
  return sql`
    (
      select json_object_agg(kind, count)
      from (
        select kind, sum(count) as count
        from (
          ${totals}
          union all
          select blocked_reaction.kind, -1
          from reactions blocked_reaction
          join members reactor on reactor.id = blocked_reaction.member_id
            and reactor.status = 'active'
          where blocked_reaction.subject_type = ${type}
            and blocked_reaction.subject_id = ${id}
            and blocked_reaction.member_id = any (${blockedWith(viewer)})
        ) each_kind
        group by kind
        having sum(count) > 0
      ) shown
    )`;
}

/** Selects the id of the viewer's own reaction, or null. */
export function myReaction(viewer: SqlViewer, type: SQL, id: SQL): SQL {
  if (!isMember(viewer)) return sql`null::smallint`;
  return sql`
    (
      select own.kind
      from reactions own
      where own.subject_type = ${type}
        and own.subject_id = ${id}
        and own.member_id = ${viewer.id}
    )`;
}

export interface SubjectReactions {
  counts: ReactionCounts | null;
  mine: number | null;
}

/** Reactions to a subject that the viewer may see, under `parent` if that is given. */
export async function readReactions(
  viewer: Viewer,
  type: SubjectType,
  id: number,
  expected?: Subject,
): Promise<SubjectReactions> {
  const item = await locate(db, { type, id }, expected);
  const subjectType = sql`${type}::subject_type`;
  const [row] = await db.execute<SubjectReactions & Record<string, unknown>>(sql`
    with subject as (${locatedRows(viewer, item)})
    select ${reactionCounts(viewer, subjectType, sql`s.id`)} as counts,
      ${myReaction(viewer, subjectType, sql`s.id`)} as mine
    from subject s`);
  if (!row) throw notFound();
  return row;
}

/**
 * Applies the member's change to the counts: the statement that writes it still reads the state
 * before.
 */
function withOwnChange({ counts, mine }: SubjectReactions, to: number | null): SubjectReactions {
  const after = { ...counts };
  if (mine !== null) after[mine] = Math.max(0, (after[mine] ?? 0) - 1);
  if (to !== null) after[to] = (after[to] ?? 0) + 1;
  return { counts: after, mine: to };
}

interface BeforeRow extends SubjectReactions, Record<string, unknown> {
  canReact: boolean;
}

/** Selects the state before the change from the CTE `subject`. */
const reactionsBefore = (member: SqlMember, type: SubjectType): SQL => {
  const subjectType = sql`${type}::subject_type`;
  return sql`
    select ${reactionCounts(member, subjectType, sql`s.id`)} as counts,
      ${myReaction(member, subjectType, sql`s.id`)} as mine, s.can_react as "canReact"
    from subject s`;
};

/** The context of the one row of the CTE `subject`, and who sees it. */
const notificationContext = (member: SqlMember, item: Located): NotifyOptions => ({
  context: sql`
    select context.*
    from subject, lateral (${locatedContext(member, item)}) context (type, id)`,
  isSeen: (recipient, context) => isContextSeen(recipient, item, context.type, context.id),
  contextTypes: contextTypesOf(item),
  isOutside: isInContainer(item) === false,
  types: ['liked', 'liked_commented'],
});

/**
 * Recipients of the notification about a reaction: the author of the item, and members who
 * commented there and enabled it.
 * @param condition a CTE that has a row if they are to be notified, with its condition: `upserted
 * where …`
 */
const reactionRecipients = (type: SubjectType, condition: SQL): SQL => {
  const commenters = fromEachDomain('commenters').map(
    (selectFor) => sql`
      union all
      select distinct c.member_id, 'liked_commented', ${type}::text, s.id, 2, '', 0
      from subject s
      cross join lateral (${selectFor(type, sql`s.id`)}) c (member_id)
      join notification_preferences chosen on chosen.member_id = c.member_id
        and chosen.type = 'liked_commented'
        and chosen.in_app, ${condition}`,
  );
  return sql`
    select s.owner_ids[1], 'liked', ${type}::text, s.id, 1, '', 0
    from subject s, ${condition}
    ${sql.join(commenters, sql` `)}`;
};

/** Sends the notifications of a silent reaction; existing ones are not sent again. */
export async function notifyOfReaction(
  member: Member,
  type: SubjectType,
  id: number,
  expected?: Subject,
): Promise<void> {
  const item = await locate(db, { type, id }, expected);
  const [row] = await db.execute(sql`
    with subject as materialized (${locatedRows(member, item)} for key share),
      own_reaction as (
        select from subject s
        join reactions r on r.subject_type = ${type}::subject_type
          and r.subject_id = s.id
          and r.member_id = ${member.id}
      ),
      ${notificationCtes(
        member,
        reactionRecipients(type, sql`own_reaction where true`),
        notificationContext(member, item),
      )}
    select 1
    from own_reaction`);
  if (!row) throw notFound();
}

/**
 * Sets the member's one reaction to a subject; a trigger updates the totals in the same statement.
 * Locks the subject's row, so that no reaction outlives its subject. Forbidden if comments are
 * closed (security.md section 2).
 * @param isSilent sends no notification; `notifyOfReaction` can send it later
 */
export async function react(
  member: Member,
  type: SubjectType,
  id: number,
  kind: number,
  expected?: Subject,
  isSilent = false,
): Promise<SubjectReactions> {
  const item = await locate(db, { type, id }, expected);
  const [row] = await db.execute<BeforeRow>(sql`
    with subject as materialized (${locatedRows(member, item)} for key share),
      upserted as (
        insert into reactions (subject_type, subject_id, member_id, kind)
        select ${type}::subject_type, s.id, ${member.id}, ${kind}
        from subject s
        where s.can_react
        on conflict (subject_type, subject_id, member_id)
        do update set kind = excluded.kind, created_at = excluded.created_at
        where reactions.kind <> excluded.kind
        returning xmax = 0 as is_new
      ),
      ${notificationCtes(
        member,
        reactionRecipients(
          type,
          sql`
        upserted
        where upserted.is_new
          and not ${isSilent}::boolean`,
        ),
        notificationContext(member, item),
      )}
        ${reactionsBefore(member, type)}`);
  if (!row) throw notFound();
  if (!row.canReact) throw forbidden('Comments and reactions are closed here.');
  return withOwnChange(row, kind);
}

/** Removes the member's reaction; having none is no error. */
export async function unreact(
  member: Member,
  type: SubjectType,
  id: number,
  expected?: Subject,
): Promise<SubjectReactions> {
  const item = await locate(db, { type, id }, expected);
  const [row] = await db.execute<BeforeRow>(sql`
    with subject as materialized (${locatedRows(member, item)} for key share),
      deleted as (
        delete from reactions r
        using subject s
        where r.subject_type = ${type}::subject_type
          and r.subject_id = s.id
          and r.member_id = ${member.id}
        returning r.subject_id
      ),
      ${withdrawNotificationCte(
        member,
        sql`
      select notification.type, ${type}::text as subject_type, deleted.subject_id as subject_id
      from deleted, unnest(array['liked', 'liked_commented']) notification (type)`,
      )}
        ${reactionsBefore(member, type)}`);
  if (!row) throw notFound();
  return withOwnChange(row, null);
}

/**
 * Reactors that the viewer may see, newest first. The caller has checked that the subject is
 * visible.
 */
export async function listLikers(
  viewer: Viewer,
  type: SubjectType,
  id: number,
  options: { kind?: number; offset: number; limit: number },
): Promise<LikerRow[]> {
  const ofKind = options.kind === undefined ? sql`true` : sql`r.kind = ${options.kind}`;
  return db.execute<LikerRow & Record<string, unknown>>(sql`
    select m.id, m.displayname, m.username, ${avatarFor(viewer, sql`m`)} as avatar, r.kind
    from reactions r
    join members m on m.id = r.member_id
    where r.subject_type = ${type}::subject_type
      and r.subject_id = ${id}
      and ${ofKind}
      and ${visibleAuthor(viewer, sql`r.member_id`)}
    order by r.created_at desc, r.member_id desc
    limit ${options.limit}
    offset ${options.offset}`);
}
