import { isFrontShown } from '#domains/containers/container-access.rules.ts';
import { containerView } from '#domains/containers/kit/kind.views.server.ts';
import { avatarAddress, type MemberCard } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toMarkup } from '#lib/rich-text.ts';
import { toFlag } from '#lib/shapes.ts';
import { shownHours } from './opening-hours.rules.ts';
import { editMenu } from './page-menus.views.server.ts';
import { pagePath } from './page-paths.ts';
import type { PageRow } from './page-rows.server.ts';
import { hasApp, mayManagePage, shownRating } from './sitepages.rules.ts';
import { toRoleName, type InformationAnswer, type Page } from './sitepages.schema.ts';

export function toMembership({ membership }: PageRow): Page['membership'] {
  if (membership === 'requested') return 'pending';
  return membership === 'banned' ? 'none' : membership;
}

function ownerFields(owner: MemberCard | null, origin: string) {
  const image = avatarAddress(owner?.avatar ?? null, origin);
  return {
    owner_id: owner?.id ?? 0,
    owner_title: owner?.displayname ?? '',
    owner_image: image,
    owner_image_profile: image,
    owner_image_normal: image,
    owner_image_icon: image,
    owner_url: owner ? `${origin}/profile/${owner.id}` : '',
  };
}

/** Ids of the three levels of a category from its path, such as `/1/12/`; 0 without one. */
export function categoryIds(path: string): [number, number, number] {
  const [first = 0, second = 0, third = 0] = path.split('/').filter(Boolean).map(Number);
  return [first, second, third];
}

/** The page as this viewer sees it: without readable posts only its front. */
export function pageView(
  row: PageRow,
  origin: string,
  { withMenu = false }: { withMenu?: boolean } = {},
): Page {
  const isFront = isFrontShown(row);
  const [category_id, subcategory_id, subsubcategory_id] = categoryIds(
    isFront ? row.categoryPath : '',
  );
  const isPublished = row.state !== 'draft';
  const rating = shownRating(row);
  const shown = <Value>(value: Value, hidden: Value): Value => (row.isReadable ? value : hidden);
  return {
    ...containerView(row, origin, pagePath(row.id)),
    page_id: row.id,
    default_cover: toFlag(!isFront || row.cover === null),
    page_url: row.slug ?? '',
    body: row.description,
    overview: row.isReadable && row.overview ? toMarkup(row.overview) : null,
    ...ownerFields(isFront ? row.owner : null, origin),
    package_id: row.packageId,
    category_id,
    category_title: isFront ? row.categoryTitle : '',
    subcategory_id,
    subsubcategory_id,
    location: shown(row.location, ''),
    price: shown(row.price, ''),
    email: shown(row.email, ''),
    website: shown(row.website, ''),
    phone: shown(row.phone, ''),
    opening_hours: shown(row.openingHours, []),
    website_verified: shown(toFlag(row.isWebsiteVerified), 0),
    tags: isFront ? row.tags : [],
    approved: toFlag(row.state !== 'pending' && row.state !== 'declined'),
    featured: toFlag(row.isFeatured),
    sponsored: toFlag(row.isSponsored),
    draft: toFlag(isPublished),
    published: toFlag(isPublished),
    pending: toFlag(row.state === 'pending'),
    declined: toFlag(row.state === 'declined'),
    comment_count: shown(row.commentCount, 0),
    like_count: shown(row.likeCount, 0),
    review_count: shown(rating?.count ?? 0, 0),
    follow_count: shown(row.followerCount, 0),
    rating: shown(rating?.mean ?? 0, 0),
    member_invite: toFlag(row.invitePolicy === 'members'),
    member_approval: toFlag(row.joinPolicy === 'approval'),
    member_title: row.memberTitle,
    edit: toFlag(mayManagePage(row)),
    is_like: toFlag(row.isLiked),
    isPageFollowed: toFlag(row.isFollowing),
    membership: toMembership(row),
    role: row.membership === 'member' ? toRoleName(row.role) : '',
    ...(withMenu && mayManagePage(row) ? { menu: editMenu(row) } : {}),
  };
}

/** Labels and values without the empty ones. */
export function informationView(row: PageRow): InformationAnswer {
  const filled = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return {
    basic_information: filled({
      Title: row.title,
      Description: row.description,
      Category: row.categoryTitle,
      Tags: row.tags.join(', '),
      Location: row.location,
      Price: row.price,
      Created: toWireTime(row.createdAt),
      Owner: row.owner?.displayname ?? '',
    }),
    profile_information: filled({
      'E-mail': row.email,
      Website: row.website,
      Phone: row.phone,
      'Opening hours': shownHours(row.openingHours)
        .map(({ day, hours }) => `${day} ${hours}`)
        .join('; '),
      Members: String(row.memberCount),
      Likes: String(row.likeCount),
      Followers: String(row.followerCount),
      Reviews: hasApp(row, 'reviews') ? String(row.reviewCount) : '',
    }),
  };
}
