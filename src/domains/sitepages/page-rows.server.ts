import type { SQL } from 'drizzle-orm';
import { readableContainer } from '#domains/containers/container-access.server.ts';
import {
  containerColumns,
  joinedMembership,
  type ContainerRow,
} from '#domains/containers/container-rows.server.ts';
import { containerTotal } from '#domains/containers/statistics/statistics.server.ts';
import { isMember, type SqlViewer } from '#domains/policy/viewer.ts';
import type { DetailRow } from '#lib/field-list.ts';
import type { RichText } from '#lib/rich-text.ts';
import { now } from '#server/clock.ts';
import { selectDetails } from '#server/field-columns.ts';
import { sql } from '#server/sql.ts';
import { pageFields } from './sitepages.fields.ts';

/**
 * A community page for one viewer. Viewers who cannot read it know its name, picture and
 * description.
 */
export interface PageRow extends ContainerRow, DetailRow<typeof pageFields> {
  followerCount: number;
  /** On its posts. */
  postCount: number;
  /** On its posts; 0 for those who do not read the older ones. */
  commentCount: number;
  modifiedAt: string;
  slug: string | null;
  overview: RichText | null;
  openingHours: string[];
  isWebsiteVerified: boolean;
  tags: string[];
  hiddenApps: string[];
  appOrder: string[];
  packageId: number;
  isFeatured: boolean;
  isSponsored: boolean;
  declinedReason: string;
  likeCount: number;
  reviewCount: number;
  ratingSum: number;
  categoryPath: string;
  categoryTitle: string;
  isFollowing: boolean;
  isLiked: boolean;
}

/** `from` of all statements about pages, for a viewer: `c`, `p`, the category, slug and membership. */
export const pagesFor = (viewer: SqlViewer): SQL => sql`
  containers c
  join sitepages p on p.id = c.id
  join page_categories category on category.id = p.category_id
  left join container_slugs slug on slug.type = c.type and slug.id = c.id and slug.is_current
  ${joinedMembership(viewer)}`;

/** Whether the viewer likes the page `c`. */
export const isLikedBy = (viewer: SqlViewer): SQL =>
  isMember(viewer)
    ? sql`
      exists (
        select from reactions r
        where r.subject_type = 'page' and r.subject_id = c.id and r.member_id = ${viewer.id}
      )`
    : sql`false`;

const { description: _, ...otherFields } = pageFields;

/**
 * The columns of a `PageRow`. The description is empty for those who are invited to a secret page.
 */
export const pageColumns = (viewer: SqlViewer): SQL => sql`
  ${containerColumns(viewer)}, c.follower_count as "followerCount",
  p.modified_at::text as "modifiedAt", slug.slug,
  case
    when c.is_listed or ${readableContainer(viewer, sql`c`)} then p.description
    else ''
  end as description, p.overview, ${selectDetails(otherFields, sql`p`)}, p.tags,
  p.hidden_apps as "hiddenApps", p.app_order as "appOrder",
  p.opening_hours as "openingHours", p.website_verified_at is not null as "isWebsiteVerified",
  case
    when p.package_until <= ${now()} then (select id from page_packages where is_default)
    else p.package_id
  end as "packageId",
  p.is_featured as "isFeatured", p.is_sponsored as "isSponsored",
  p.declined_reason as "declinedReason",
  c.post_count as "postCount",
  case
    when c.public_from is null or ms.state = 'member' then ${containerTotal(sql`c`, 'comments')}
    else 0
  end as "commentCount", p.like_count as "likeCount",
  p.review_count as "reviewCount", p.rating_sum as "ratingSum", category.path as "categoryPath",
  category.title as "categoryTitle", coalesce(ms.is_following, false) as "isFollowing",
  ${isLikedBy(viewer)} as "isLiked"`;
