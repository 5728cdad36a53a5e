import type { SQL } from 'drizzle-orm';
import type { ContainerKind } from '#domains/containers/container-kinds.server.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';

type Choices = NonNullable<ContainerKind['notificationChoices']>;

/**
 * Whether the notice is about a comment on a post in the name of a container, and the choices of its
 * kind meet the condition.
 */
function isOnPost(
  candidate: SQL,
  condition: (choices: Choices, container: { type: SQL; id: SQL }) => SQL,
): SQL {
  const author = { type: sql`p.subject_type`, id: sql`p.subject_id` };
  const conditions = [...entriesOf('containerKinds')].flatMap(([type, { notificationChoices }]) =>
    notificationChoices
      ? [sql`(${author.type} = ${type} and ${condition(notificationChoices, author)})`]
      : [],
  );
  return sql`
    (
      ${candidate}.type = 'commented'
      and ${candidate}.context_type = 'post'
      and exists (
        select from posts p
        where p.id = ${candidate}.context_id
          and (${sql.join([sql`false`, ...conditions], sql` or `)})
      )
    )`;
}

/** The choices of the staff of a container for notices of comments on posts in its name. */
export const containerPostChoices = {
  isRefused: (candidate: SQL): SQL =>
    isOnPost(candidate, ({ refuses }, author) =>
      refuses(sql`${candidate}.recipient_id`, author, sql`'comment'`),
    ),
  isUnmailed: (candidate: SQL): SQL =>
    isOnPost(candidate, ({ refusesMail }, author) =>
      refusesMail(sql`${candidate}.recipient_id`, author),
    ),
};
