import type { SQL } from 'drizzle-orm';
import {
  removedDays,
  type ContainerState,
  type JoinPolicy,
  type MembershipState,
  type PostPolicy,
  type Visibility,
} from '#domains/containers/container-access.rules.ts';
import {
  hasRole,
  isInContainer,
  postingIn,
  readableContainer,
} from '#domains/containers/container-access.server.ts';
import { containerTotal } from '#domains/containers/statistics.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/** A group for one viewer. */
export interface GroupRow extends Record<string, unknown> {
  id: number;
  title: string;
  avatar: string | null;
  cover: string | null;
  state: ContainerState;
  visibility: Visibility;
  isListed: boolean;
  joinPolicy: JoinPolicy;
  postPolicy: PostPolicy;
  invitePolicy: 'members' | 'staff';
  commentPolicy: 'readers' | 'members' | 'staff';
  joinQuestions: string[];
  newcomerPosts: number;
  memberCount: number;
  postCount: number;
  requestCount: number;
  viewCount: number;
  createdAt: string;
  modifiedAt: string;
  description: string;
  location: string;
  rules: string;
  photoPolicy: 'members' | 'staff';
  eventPolicy: 'members' | 'staff';
  slowModeSeconds: number;
  categoryId: number;
  categoryTitle: string;
  /** Null if the viewer may not see the owner, or there is none. */
  owner: MemberCard | null;
  /** False: the viewer only knows name, picture, description and the number of members. */
  isReadable: boolean;
  membership: MembershipState;
  role: number;
  /** Staff removed the viewer lately, who comes back by approval only. */
  isRemoved: boolean;
  /** 0 none, 1 highlights, 2 all. */
  notify: number;
  /** The member who invited the viewer, while the invitation waits. */
  inviter: MemberCard | null;
  canPost: 'now' | 'approval' | null;
  canInvite: boolean;
  /** The owner offers it to the viewer. */
  isOffered: boolean;
  /** Posts that the viewer, a member, has not read. */
  isUnread: boolean;
}

/** `from` of all statements about groups: `c`, `g`, the category and the viewer's membership. */
export const groupsFor = (viewer: Viewer): SQL => sql`
  containers c
  join groups g on g.id = c.id
  join group_categories category on category.id = g.category_id
  left join memberships ms on ms.type = c.type
    and ms.id = c.id
    and ms.member_id = ${isMember(viewer) ? viewer.id : 0}`;

const cardOf = (viewer: Viewer, id: SQL): SQL => sql`
  (
    select json_build_object(
      'id', card.id, 'displayname', card.displayname, 'username', card.username, 'avatar',
      ${avatarFor(viewer, sql`card`)}
    )
    from members card
    where card.id = ${id} and ${visibleCard(viewer, sql`card.id`, sql`card.status`)}
  )`;

/** The columns that depend on the member; visitors have none of them. */
function ownColumns(viewer: Viewer): SQL {
  const c = sql`c`;
  if (!isMember(viewer))
    return sql`
      false as "isRemoved", null as inviter, null as "canPost", false as "canInvite", false as "isOffered",
      false as "isUnread"`;
  return sql`
    coalesce(
      ms.removed_at > ${now()} - make_interval(days => ${removedDays}), false
    ) as "isRemoved",
    case when ms.state = 'invited' then ${cardOf(viewer, sql`ms.invited_by`)} end as inviter,
    ${postingIn(viewer, c)} as "canPost",
    (
      c.state = 'open'
      and case c.invite_policy
        when 'members' then ${isInContainer(viewer, c)}
        else ${hasRole(viewer, c)}
      end
    ) as "canInvite",
    exists (
      select from ownership_offers offer
      where offer.type = c.type
        and offer.id = c.id
        and offer.recipient_id = ${viewer.id}
        and offer.expires_at > ${now()}
    ) as "isOffered",
    (
      ms.state = 'member' and c.newest_sort_key > coalesce(ms.last_read_sort_key, 0)
    ) is true as "isUnread"`;
}

/** The columns of a `GroupRow`. */
export const groupColumns = (viewer: Viewer): SQL => sql`
  c.id, c.title, c.avatar, c.cover, c.state, c.visibility, c.is_listed as "isListed",
  c.join_policy as "joinPolicy", c.post_policy as "postPolicy", c.invite_policy as "invitePolicy",
  c.comment_policy as "commentPolicy", c.join_questions as "joinQuestions",
  c.newcomer_posts as "newcomerPosts", c.member_count as "memberCount",
  c.post_count as "postCount", c.request_count as "requestCount",
  ${containerTotal(sql`c`, 'views')} as "viewCount",
  c.created_at::text as "createdAt", g.modified_at::text as "modifiedAt", g.description,
  g.location, g.rules, c.photo_policy as "photoPolicy", g.event_policy as "eventPolicy",
  g.slow_mode_seconds as "slowModeSeconds", category.id as "categoryId",
  category.title as "categoryTitle", ${cardOf(viewer, sql`c.owner_id`)} as owner,
  ${readableContainer(viewer, sql`c`)} as "isReadable",
  case
    when ms.state = 'banned' and ms.banned_until <= ${now()} then 'none'
    else coalesce(ms.state, 'none')
  end as membership,
  coalesce(ms.role, 0) as role, coalesce(ms.notify, 1) as notify, ${ownColumns(viewer)}`;
