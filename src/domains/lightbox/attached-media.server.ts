import type { SQL } from 'drizzle-orm';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import type { SubjectType } from '#domains/reactions/reactions.schema.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { Located } from '#server/subjects.ts';
import {
  sources,
  unionRows,
  type AttachmentSource,
  type SqlContainer,
} from './attachment-sources.server.ts';

/**
 * Attachments with a lightbox page; those of one kind of object if `type` is given. `own_id` is the
 * row in `media`: null for an embedded video, of which only a picture is stored, and for parts of
 * their object.
 */
export function attachedMedia(viewer: SqlViewer, type?: SubjectType): SQL {
  let composed = composedByType.get(type);
  if (!composed) {
    const one = type === undefined ? undefined : sources().get(type);
    if (type !== undefined && !one) throw notFound();
    composed = composedForMembers((asking) => allWithPages(asking, one));
    composedByType.set(type, composed);
  }
  return composed(viewer);
}

const nowhere = sql`
  select null::text as attachable_type, null::bigint as attachable_id, null::text as kind,
    null::bigint as media_id, null::bigint as own_id, null::text as container_type,
    null::bigint as container_id
  where false`;

/** `attachedMedia` of the objects that have that file; for what is no file, only where it is: nowhere. */
export function attachedTo(viewer: SqlViewer, { parents }: Located): SQL {
  const each = parents.flatMap(({ type, id, form }) => {
    const source = sources().get(type);
    return source
      ? [
          sql`
            select home.*
            from (${withPages(source.rows(viewer, form))}) home
            where home.attachable_id = ${id}`,
        ]
      : [];
  });
  return each.length ? sql.join(each, sql` union all `) : nowhere;
}

const composedByType = new Map<SubjectType | undefined, (viewer: SqlViewer) => SQL>();

function allWithPages(viewer: SqlViewer, one: AttachmentSource | undefined): SQL {
  // Leaves out parts, so that the photo of a comment on a photo does not depend on itself.
  const rows = one
    ? one.rows(viewer)
    : unionRows(
        [...sources().values()].filter(({ isPart }) => !isPart),
        viewer,
      );
  return withPages(rows, !one?.isPart);
}

/** Those of `rows` with a lightbox page, with `own_id`. */
const withPages = (rows: SQL, haveOwn = true): SQL => sql`
  select attached.*,
    case when ${haveOwn} and attached.video_url is null then attached.media_id end as own_id
  from (${rows}) attached
  where attached.kind in ('photo', 'video')`;

/** `attachedMedia` of one kind of object in a container, and their order (`inContainer`). */
export function attachedInContainer(
  viewer: SqlViewer,
  type: SubjectType,
  container: SqlContainer,
): { rows: SQL; order: SQL } {
  let composed = composedInContainer.get(type);
  if (!composed) {
    const { inContainer } = sources().get(type) ?? {};
    if (!inContainer) throw notFound();
    composed = {
      rows: composedForMembers((asking, containerType: SQL, id: SQL) =>
        withPages(inContainer(asking, { type: containerType, id }).rows),
      ),
      order: inContainer(viewer, container).order,
    };
    composedInContainer.set(type, composed);
  }
  const { rows, order } = composed;
  return { rows: rows(viewer, container.type, container.id), order };
}

const composedInContainer = new Map<
  SubjectType,
  { rows: (viewer: SqlViewer, type: SQL, id: SQL) => SQL; order: SQL }
>();

/**
 * Condition on a row of `attachedMedia`: one of these pictures or videos (an id, or `any (ids)`).
 * `media_id` has the indexes.
 */
export const isMedia = (attached: SQL, ids: SQL): SQL =>
  sql`${attached}.own_id is not null and ${attached}.media_id = ${ids}`;

/**
 * Condition on a row of `attachedMedia`: of that member (an id or a column), not in the name of a
 * page. `writer_id` has the indexes.
 */
export const isByMember = (attached: SQL, id: SQL): SQL =>
  sql`${attached}.writer_id = ${id} and ${attached}.author_id = ${id}`;
