import type { SQL } from 'drizzle-orm';
import { listActivities } from '#domains/activities/activity.server.ts';
import {
  commentableFor,
  readableContainerPost,
} from '#domains/containers/container-access.server.ts';
import {
  andVisibleToOwner,
  audienceAllowsContent,
  visibleAuthor,
} from '#domains/policy/audience.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';
import { isOpenForComments } from './post-facts.server.ts';
import { visibleTo } from './visibility.server.ts';

/**
 * Forms of posts that are about nothing, as most are: on the own wall, or in a container. The form
 * never changes, so a statement that has read it asks its rules alone.
 */
type PostForm = 'ownWall' | 'inContainer';

const isForm = (form: string | undefined): form is PostForm =>
  form === 'ownWall' || form === 'inContainer';

/** Posts of kinds with rules of their own have no form. */
function isAboutNothing(p: SQL): SQL {
  const types = listActivities().flatMap(({ type, isVisible }) => (isVisible ? [type] : []));
  const isOfKind = types.length
    ? sql`${p}.type in (${sql.raw(types.map((type) => `'${type}'`).join(', '))})`
    : sql`false`;
  return sql`
    (
      ${p}.item_id is null
      and ${p}.album_id is null
      and ${p}.friend_id is null
      and not ${isOfKind}
    )`;
}

const conditionOf = (form: PostForm, p: SQL): SQL =>
  form === 'ownWall'
    ? sql`${p}.audience <> 'container' and ${p}.object_id = ${p}.author_id`
    : sql`${p}.audience = 'container'`;

/** The form of the post `p`; null for any other. */
export const formOf = (p: SQL): SQL => sql`
  case
    when not ${isAboutNothing(p)} then null
    when ${conditionOf('ownWall', p)} then 'ownWall'
    when ${conditionOf('inContainer', p)} then 'inContainer'
  end`;

const c = sql`c`;

/** A condition on the container of the post. */
const inContainer = (condition: SQL): SQL => sql`
  coalesce(
    (
      select ${condition}
      from containers c
      where c.type = posts.object_type and c.id = posts.object_id
    ),
    false
  )`;

const isOnOwnWallFor = (viewer: SqlViewer): SQL => sql`
  ${audienceAllowsContent(viewer, {
    author: sql`posts.author_id`,
    audience: sql`posts.audience`,
    publishedAt: sql`posts.published_at`,
  })}
  and ${visibleAuthor(viewer, sql`posts.author_id`)}`;

const isInContainerFor = (viewer: SqlViewer): SQL => sql`
  posts.published_at <= ${now()}
  and (posts.subject_type <> 'member' or ${visibleAuthor(viewer, sql`posts.author_id`)})
  and ${inContainer(readableContainerPost(viewer, c, sql`posts.sort_key`))}`;

/** `visibleTo` for a post of that form; false for any other. */
export function visibleAs(viewer: SqlViewer, form: string | undefined): SQL {
  if (!isForm(form)) return visibleTo(viewer);
  const isVisible = form === 'ownWall' ? isOnOwnWallFor : isInContainerFor;
  return sql`
    (
      ${isAboutNothing(sql`posts`)}
      and ${conditionOf(form, sql`posts`)}
      and ${andVisibleToOwner(viewer, isVisible)}
    )`;
}

/** `isOpenForComments` for a post of that form. */
export function isOpenAs(viewer: SqlViewer, form: string | undefined): SQL {
  if (!isMember(viewer) || !isForm(form)) return isOpenForComments(viewer, sql`posts`);
  return form === 'ownWall' ? sql`true` : inContainer(commentableFor(viewer, c));
}
