import type { SQL } from 'drizzle-orm';
import type { ContainerKind } from '#domains/containers/container-kinds.server.ts';
import type { NotificationChoices } from '#domains/notifications/notification-preferences.server.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';

type Choices = NonNullable<ContainerKind['notificationChoices']>;

/**
 * Whether the notice is about a comment on a post in the name of a container, or about a new post
 * there, and the choices of its kind meet the condition.
 */
function isOnPost(
  candidate: SQL,
  condition: (choices: Choices, container: { type: SQL; id: SQL }, action: SQL) => SQL,
): SQL {
  const author = { type: sql`p.subject_type`, id: sql`p.subject_id` };
  const wall = { type: sql`p.object_type`, id: sql`p.object_id` };
  const withChoices = [...entriesOf('containerKinds')].flatMap(([type, kind]) =>
    kind.notificationChoices ? [{ type, kind, choices: kind.notificationChoices }] : [],
  );
  const conditions = withChoices.flatMap(({ type, kind, choices }) => [
    sql`
      (
        ${candidate}.type = 'commented'
        and ${author.type} = ${type}
        and ${condition(choices, author, sql`'comment'`)}
      )`,
    sql`
      (
        ${candidate}.type = ${kind.notificationTypes?.newPost ?? null}
        and ${condition(choices, wall, sql`'posted'`)}
      )`,
  ]);
  return sql`
    (
      ${candidate}.type = any (${sql.param(['commented', ...newPostTypes()])}::text[])
      and ${candidate}.context_type = 'post'
      and exists (
        select from posts p
        where p.id = ${candidate}.context_id
          and (${sql.join([sql`false`, ...conditions], sql` or `)})
      )
    )`;
}

const newPostTypes = (): string[] =>
  [...entriesOf('containerKinds').values()].flatMap((kind) =>
    kind.notificationChoices ? (kind.notificationTypes?.newPost ?? []) : [],
  );

/** The choices of members for notices of posts of a container. */
export const containerPostChoices: NotificationChoices = {
  types: () => ['commented', ...newPostTypes()],
  contextType: 'post',
  isRefused: (candidate: SQL): SQL =>
    isOnPost(candidate, ({ refuses }, container, action) =>
      refuses(sql`${candidate}.recipient_id`, container, action),
    ),
  isUnmailed: (candidate: SQL): SQL =>
    isOnPost(candidate, ({ refusesMail }, container) =>
      refusesMail(sql`${candidate}.recipient_id`, container),
    ),
};
