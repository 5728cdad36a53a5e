import type { SQL } from 'drizzle-orm';
import {
  refusesPageAction,
  refusesPageMail,
} from '#domains/sitepages/page-notification-choices.server.ts';
import { sql } from '#server/sql.ts';

/** Whether the notice is about a comment on a post whose author meets the condition. */
const isOnPost = (candidate: SQL, condition: (author: { type: SQL; id: SQL }) => SQL): SQL => sql`
  (
    ${candidate}.type = 'commented'
    and ${candidate}.context_type = 'post'
    and exists (
      select from posts p
      where p.id = ${candidate}.context_id
        and ${condition({ type: sql`p.subject_type`, id: sql`p.subject_id` })}
    )
  )`;

/** The settings of a page for notices about comments on posts in its name. */
export const pagePostChoices = {
  isRefused: (candidate: SQL): SQL =>
    isOnPost(candidate, (author) =>
      refusesPageAction(sql`${candidate}.recipient_id`, author, sql`'comment'`),
    ),
  isUnmailed: (candidate: SQL): SQL =>
    isOnPost(candidate, (author) => refusesPageMail(sql`${candidate}.recipient_id`, author)),
};
