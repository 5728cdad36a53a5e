import type { SQL } from 'drizzle-orm';
import { activityItem, postColumns } from '#domains/activities/activity.server.ts';
import { setOfMedia } from '#domains/lightbox/lightbox-sets.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import { readMentions } from '#domains/mentions/mentions.server.ts';
import { composedForMembers, visibleAuthor } from '#domains/policy/audience.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { SqlViewer, Viewer } from '#domains/policy/viewer.ts';
import { addSharedContainers } from '#domains/posts/share/shared-containers.server.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { PostRow } from './post-rows.server.ts';
import { visibleShares } from './visibility.server.ts';

// Reads what few posts have, where one of a page has it: a statement that asked every post for all of
// it would be three times as long.

/** A post as the first statement selects it. */
export interface SelectedRow extends PostRow, Record<string, unknown> {
  isShared: boolean;
  hasItem: boolean;
  isTagged: boolean;
}

/** Shares are counted by the reader's permissions, so counting stops where '99+' begins. */
const maxShares = 100;

const sharesOf = (viewer: SqlViewer): SQL => sql`
  (
    select count(*)::int
    from (
      select from posts
      where posts.shared_type = 'post'
        and posts.shared_id = p.id
        and ${visibleShares(viewer)}
      limit ${sql.raw(String(maxShares))}
    ) shown
  )`;

const tagsOf = (viewer: SqlViewer): SQL => sql`
  (
    select json_agg(
      ${memberCardJson(sql`m`, avatarFor(viewer, sql`m`))}
      order by tag.position, tag.member_id
    )
    from post_tags tag
    join members m on m.id = tag.member_id
    where tag.post_id = p.id
      and ${visibleAuthor(viewer, sql`m.id`, sql`m.status`)}
  )`;

const rarePartsOf = composedForMembers(
  (viewer, ids: SQL) => sql`
  select p.id, ${activityItem(viewer, postColumns(sql`p`))} as item,
    case when p.shared_id is null then ${sharesOf(viewer)} else 0 end as shares,
    case when p.tag_count > 0 then ${tagsOf(viewer)} end as tags
  from posts p
  where p.id = any (${ids}::bigint[])`,
);

async function addRareParts(viewer: Viewer, rows: SelectedRow[], on: Tx): Promise<void> {
  const having = new Map(
    rows
      .filter(({ isShared, hasItem, isTagged }) => isShared || hasItem || isTagged)
      .map((row) => [row.id, row]),
  );
  if (!having.size) return;
  const found = await on.execute<Pick<PostRow, 'id' | 'item' | 'shares' | 'tags'>>(
    rarePartsOf(viewer, sql.param([...having.keys()])),
  );
  for (const parts of found) Object.assign(having.get(parts.id)!, parts);
}

async function addMentions(viewer: Viewer, rows: PostRow[], on: Tx): Promise<void> {
  const mentions = await readMentions(
    viewer,
    rows.map(({ body }) => body),
    on,
  );
  rows.forEach((row, index) => (row.mentions = mentions[index]!));
}

/** Reads the photos and videos that they share; null stays where the viewer may not see one. */
async function addSharedMedia(viewer: Viewer, rows: PostRow[], on: Tx): Promise<void> {
  const shared = rows.filter(({ sharedType }) => sharedType === 'photo' || sharedType === 'video');
  if (!shared.length) return;
  const set = setOfMedia(
    viewer,
    shared.map(({ sharedId }) => sharedId!),
  );
  const items = await readItems(viewer, set, undefined, on);
  for (const row of shared)
    row.sharedMedia =
      items.find(({ kind, id }) => kind === row.sharedType && id === row.sharedId) ?? null;
}

/** Adds what is shown of originals, too. */
export const addOwnParts = (viewer: Viewer, rows: SelectedRow[], on: Tx): Promise<unknown> =>
  Promise.all([addRareParts(viewer, rows, on), addMentions(viewer, rows, on)]);

/** Adds all of these parts. */
export const addParts = (viewer: Viewer, rows: SelectedRow[], on: Tx): Promise<unknown> =>
  Promise.all([
    // The container that a post is about is named by its item.
    addOwnParts(viewer, rows, on).then(() => addSharedContainers(viewer, rows, on)),
    addSharedMedia(viewer, rows, on),
  ]);
