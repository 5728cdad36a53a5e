import { isPublicContainer } from '#domains/containers/container-access.server.ts';
import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { SubjectSource } from '#server/subjects.ts';
import { approveReview, removeReview } from './review-approval.server.ts';
import { isShownTo, readableReview } from './review-rows.server.ts';

/** A review can be found helpful, and reported; it takes no comments. */
export const reviewSubject: SubjectSource = {
  rows: (viewer, id) => sql`
    select subject_review.id, array[subject_review.author_id] as owner_ids, false as can_comment,
      ${isMember(viewer) ? sql`subject_review.author_id <> ${viewer.id}` : sql`true`} as can_react
    from page_reviews subject_review
    where subject_review.id = ${id}
      and ${isShownTo(viewer, sql`subject_review`)}
      and ${visibleCard(viewer, sql`subject_review.author_id`)}
      and exists (
        select from containers reviewed_page
        where reviewed_page.type = 'page'
          and reviewed_page.id = subject_review.page_id
          and ${readableReview(viewer, sql`reviewed_page`, sql`subject_review`)}
      )`,
  context: (_, id) => sql`
    select 'page'::text, reviewed.page_id
    from page_reviews reviewed
    where reviewed.id = ${id}`,
  moderated: {
    content: (id) => sql`
      select jsonb_build_object(
        'path', '/pages/page/' || reported.page_id || '/reviews', 'body',
        reported.title || E'\n' || reported.body, 'isPublic',
        ${isPublicContainer(sql`reviewed`, sortKeyAt(sql`reported.created_at`))}
          and not reported.needs_approval, 'photoCount', 0,
        'videoCount', 0
      )
      from page_reviews reported
      join containers reviewed on reviewed.type = 'page' and reviewed.id = reported.page_id
      where reported.id = ${id}`,
    remove: removeReview,
    keep: approveReview,
  },
};
