import { defineActivity } from '#domains/activities/activity.server.ts';
import { memberCardJson } from '#domains/members/members.server.ts';
import { userLiteView, type MemberCard } from '#domains/members/members.views.server.ts';
import { sql } from '#server/sql.ts';

/** Written for the friends of who accepts the request; a foreign key deletes it with the friendship. */
export const friendshipActivity = defineActivity<MemberCard>({
  type: 'friends',
  setting: 'I become friends with somebody',
  // Accepting twenty requests does not fill feeds.
  interval: '1 hour',
  item: (_, { friendId }) => sql`
    select ${memberCardJson(sql`m`)}
    from members m
    where m.id = ${friendId}`,
  /** Both friends see it, and members who may see both lists of friends; never visitors. */
  about: 'friendship',
  headline: ({ item }) =>
    item
      ? {
          text: 'is now friends with',
          item: { type: 'member', id: item.id, label: item.displayname },
        }
      : undefined,
  title: ({ friendId }) => sql`
    select 'Now friends with ' || friend.displayname
    from members friend
    where friend.id = ${friendId}`,
  params: (item, origin) => ({ friend: userLiteView(item, origin) }),
});
