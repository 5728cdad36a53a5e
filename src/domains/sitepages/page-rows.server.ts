import type { SQL } from 'drizzle-orm';
import type {
  ContainerState,
  JoinPolicy,
  MembershipState,
  PostPolicy,
  Visibility,
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
import type { RichText } from '#lib/rich-text.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

/** A community page for one viewer. */
export interface PageRow extends Record<string, unknown> {
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
  joinQuestions: string[];
  commentPolicy: 'readers' | 'members' | 'staff';
  memberCount: number;
  followerCount: number;
  postCount: number;
  /** On its posts. */
  commentCount: number;
  requestCount: number;
  createdAt: string;
  modifiedAt: string;
  slug: string | null;
  description: string;
  overview: RichText | null;
  location: string;
  price: string;
  email: string;
  website: string;
  phone: string;
  tags: string[];
  memberTitle: string;
  hiddenApps: string[];
  packageId: number;
  isFeatured: boolean;
  isSponsored: boolean;
  declinedReason: string;
  viewCount: number;
  likeCount: number;
  reviewCount: number;
  ratingSum: number;
  categoryPath: string;
  categoryTitle: string;
  /** Null if the viewer may not see the owner, or there is none. */
  owner: MemberCard | null;
  /** False: the viewer only knows name, picture and description. */
  isReadable: boolean;
  membership: MembershipState;
  role: number;
  isFollowing: boolean;
  isLiked: boolean;
  canPost: 'now' | 'approval' | null;
  canInvite: boolean;
  /** The owner offers it to the viewer. */
  isOffered: boolean;
}

/** `from` of all statements about pages, for a viewer: `c`, `p`, the category, slug and membership. */
export const pagesFor = (viewer: Viewer): SQL => sql`
  containers c
  join sitepages p on p.id = c.id
  join page_categories category on category.id = p.category_id
  left join container_slugs slug on slug.type = c.type and slug.id = c.id and slug.is_current
  left join memberships ms on ms.type = c.type
    and ms.id = c.id
    and ms.member_id = ${isMember(viewer) ? viewer.id : 0}`;

/** Whether the viewer likes the page `c`. */
export const isLikedBy = (viewer: Viewer): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from reactions r
        where r.subject_type = 'page' and r.subject_id = c.id and r.member_id = ${viewer.id}
      )`
    : sql`false`;

const isOfferedTo = (viewer: Viewer): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from ownership_offers offer
        where offer.type = c.type
          and offer.id = c.id
          and offer.recipient_id = ${viewer.id}
          and offer.expires_at > ${now()}
      )`
    : sql`false`;

const owner = (viewer: Viewer): SQL => sql`
  (
    select json_build_object(
      'id', o.id, 'displayname', o.displayname, 'username', o.username, 'avatar',
      ${avatarFor(viewer, sql`o`)}
    )
    from members o
    where o.id = c.owner_id and ${visibleCard(viewer, sql`o.id`, sql`o.status`)}
  )`;

/** The columns of a `PageRow`. */
export function pageColumns(viewer: Viewer): SQL {
  const c = sql`c`;
  const canInvite = isMember(viewer)
    ? sql`
      c.state = 'open'
      and case c.invite_policy
        when 'members' then ${isInContainer(viewer, c)}
        else ${hasRole(viewer, c)}
      end`
    : sql`false`;
  return sql`
    c.id, c.title, c.avatar, c.cover, c.state, c.visibility, c.is_listed as "isListed",
    c.join_policy as "joinPolicy", c.join_questions as "joinQuestions", c.post_policy as "postPolicy",
    c.invite_policy as "invitePolicy",
    c.comment_policy as "commentPolicy", c.member_count as "memberCount",
    c.follower_count as "followerCount", c.post_count as "postCount",
    c.request_count as "requestCount", c.created_at::text as "createdAt",
    p.modified_at::text as "modifiedAt", slug.slug, p.description, p.overview, p.location, p.price,
    p.email, p.website, p.phone, p.tags, p.member_title as "memberTitle",
    p.hidden_apps as "hiddenApps",
    case
      when p.package_until <= ${now()} then (select id from page_packages where is_default)
      else p.package_id
    end as "packageId",
    p.is_featured as "isFeatured",
    p.is_sponsored as "isSponsored", p.declined_reason as "declinedReason",
    ${containerTotal(c, 'views')} as "viewCount",
    ${containerTotal(c, 'comments')} as "commentCount",
    p.like_count as "likeCount", p.review_count as "reviewCount",
    p.rating_sum as "ratingSum", category.path as "categoryPath",
    category.title as "categoryTitle", ${owner(viewer)} as owner,
    ${readableContainer(viewer, c)} as "isReadable",
    case
      when ms.state = 'banned' and ms.banned_until <= ${now()} then 'none'
      else coalesce(ms.state, 'none')
    end as membership,
    coalesce(ms.role, 0) as role, coalesce(ms.is_following, false) as "isFollowing",
    ${isLikedBy(viewer)} as "isLiked",
    ${isMember(viewer) ? postingIn(viewer, c) : sql`null`} as "canPost",
    ${canInvite} as "canInvite", ${isOfferedTo(viewer)} as "isOffered"`;
}
