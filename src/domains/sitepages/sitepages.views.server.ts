import { roles } from '#domains/containers/container-access.rules.ts';
import {
  avatarAddress,
  coverAddress,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toMarkup } from '#lib/rich-text.ts';
import type { Flag, MenuItem } from '#lib/shapes.ts';
import type { PackageRow } from './packages.server.ts';
import type { CategoryNode } from './page-list.server.ts';
import type { PageMemberRow } from './page-members.server.ts';
import type { RequestList } from './page-requests.server.ts';
import type { PageRow } from './page-rows.server.ts';
import type { PageStatistics } from './page-statistics.server.ts';
import { mayManagePage, meanRating, ownsPage, pageAppLabels, pageApps } from './sitepages.rules.ts';
import {
  toRoleName,
  type Category,
  type InformationAnswer,
  type Page,
  type PageMember,
  type PagePackage,
  type RequestsAnswer,
  type StatisticsAnswer,
  type ViewAnswer,
} from './sitepages.schema.ts';

const toFlag = (value: boolean): Flag => (value ? 1 : 0);

function toMembership({ membership }: PageRow): Page['membership'] {
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

const editMenu = (row: PageRow): MenuItem[] => [
  { name: 'edit', label: 'Edit page', url: `sitepage/edit/${row.id}`, urlParams: {} },
  row.state === 'archived'
    ? { name: 'open', label: 'Open page', url: `sitepage/close/${row.id}`, urlParams: {} }
    : { name: 'close', label: 'Close page', url: `sitepage/close/${row.id}`, urlParams: {} },
  ...(ownsPage(row)
    ? [{ name: 'delete', label: 'Delete page', url: `sitepage/delete/${row.id}`, urlParams: {} }]
    : []),
];

/** The page as this viewer sees it: without readable posts only its front. */
export function pageView(
  row: PageRow,
  origin: string,
  { withMenu = false }: { withMenu?: boolean } = {},
): Page {
  const image = avatarAddress(row.avatar, origin);
  const [category_id, subcategory_id, subsubcategory_id] = categoryIds(row.categoryPath);
  const isPublished = row.state !== 'draft';
  const shown = <Value>(value: Value, hidden: Value): Value => (row.isReadable ? value : hidden);
  return {
    page_id: row.id,
    title: row.title,
    image,
    image_profile: image,
    image_normal: image,
    image_icon: image,
    content_url: `${origin}/pages/page/${row.id}`,
    cover_image: coverAddress(row.cover, origin),
    default_cover: toFlag(row.cover === null),
    member_count: row.memberCount,
    page_url: row.slug ?? '',
    body: row.description,
    overview: row.isReadable && row.overview ? toMarkup(row.overview) : null,
    ...ownerFields(row.owner, origin),
    package_id: row.packageId,
    category_id,
    category_title: row.categoryTitle,
    subcategory_id,
    subsubcategory_id,
    location: shown(row.location, ''),
    price: shown(row.price, ''),
    email: shown(row.email, ''),
    website: shown(row.website, ''),
    phone: shown(row.phone, ''),
    tags: row.tags,
    creation_date: toWireTime(row.createdAt),
    modified_date: toWireTime(row.modifiedAt),
    approved: toFlag(row.state !== 'pending' && row.state !== 'declined'),
    featured: toFlag(row.isFeatured),
    sponsored: toFlag(row.isSponsored),
    closed: toFlag(row.state === 'archived'),
    draft: toFlag(isPublished),
    published: toFlag(isPublished),
    search: toFlag(row.isListed),
    pending: toFlag(row.state === 'pending'),
    declined: toFlag(row.state === 'declined'),
    view_count: shown(row.viewCount, 0),
    comment_count: 0,
    like_count: shown(row.likeCount, 0),
    review_count: shown(row.reviewCount, 0),
    follow_count: shown(row.followerCount, 0),
    rating: shown(meanRating(row), 0),
    member_invite: toFlag(row.invitePolicy === 'members'),
    member_approval: toFlag(row.joinPolicy === 'approval'),
    member_title: row.memberTitle,
    allow_to_view: toFlag(row.isReadable),
    edit: toFlag(mayManagePage(row)),
    delete: toFlag(ownsPage(row)),
    is_like: toFlag(row.isLiked),
    isPageFollowed: toFlag(row.isFollowing),
    membership: toMembership(row),
    role: row.membership === 'member' ? toRoleName(row.role) : '',
    can_post: toFlag(row.canPost !== null),
    can_invite: toFlag(row.canInvite),
    ...(withMenu && mayManagePage(row) ? { menu: editMenu(row) } : {}),
  };
}

/** Actions of the viewer; every `url` is a call of this interface. */
export function gutterMenu(row: PageRow): MenuItem[] {
  const item = (name: string, label: string, path: string): MenuItem => ({
    name,
    label,
    url: `sitepage/${path}/${row.id}`,
    urlParams: {},
  });
  const isMember = row.membership === 'member';
  return [
    ...(mayManagePage(row) ? editMenu(row) : []),
    ...(isMember && !ownsPage(row) ? [item('leave', 'Leave page', 'leave')] : []),
    ...(row.membership === 'requested' ? [item('cancel', 'Cancel request', 'leave')] : []),
    ...(row.membership === 'none' && row.state === 'open'
      ? [item('join', row.joinPolicy === 'approval' ? 'Ask to join' : 'Join page', 'join')]
      : []),
    ...(row.membership === 'invited'
      ? [
          item('accept_invite', 'Accept invitation', 'accept-invite'),
          item('reject_invite', 'Decline invitation', 'reject-invite'),
        ]
      : []),
    item('follow', row.isFollowing ? 'Unfollow' : 'Follow', 'follow'),
    ...(row.canInvite ? [item('invite', 'Invite friends', 'invite-members')] : []),
  ];
}

/** Tabs of a page with the calls that fill them. */
export function pageTabs(row: PageRow): Pick<ViewAnswer, 'profile_tabs' | 'tabsMenu'> {
  const calls: Partial<Record<(typeof pageApps)[number], { url: string; count: number }>> = {
    reviews: { url: `sitepage/reviews/browse/${row.id}`, count: row.reviewCount },
  };
  const tabs = pageApps
    .filter((app) => !row.hiddenApps.includes(app))
    .flatMap((app) => {
      const call = calls[app];
      return call
        ? [
            {
              name: app,
              label: pageAppLabels[app],
              url: call.url,
              urlParams: {},
              count: call.count,
            },
          ]
        : [];
    });
  const all = row.isReadable
    ? [
        ...tabs,
        {
          name: 'information',
          label: 'Info',
          url: `sitepage/information/${row.id}`,
          urlParams: {},
          count: 0,
        },
        {
          name: 'members',
          label: row.memberTitle || 'Members',
          url: `sitepage/members/${row.id}`,
          urlParams: {},
          count: row.memberCount,
        },
      ]
    : [];
  return {
    profile_tabs: all,
    tabsMenu: Object.fromEntries(all.map(({ name, label }) => [name, label])),
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
      Members: String(row.memberCount),
      Likes: String(row.likeCount),
      Followers: String(row.followerCount),
      Reviews: String(row.reviewCount),
    }),
  };
}

export const pageMemberView = (row: PageMemberRow, origin: string): PageMember => ({
  ...userLiteView(row, origin),
  member_id: row.id,
  role: toRoleName(row.role),
  title: row.title,
  join_date: toWireTime(row.joinedAt),
  featured: toFlag(row.isFeatured),
  is_admin: toFlag(row.role >= roles.admin),
});

export const categoryView = ({ id, title, count, children }: CategoryNode): Category =>
  ({
    category_id: id,
    category_name: title,
    count,
    subCategories: children.map(categoryView),
  }) as Category;

export function packageView(row: PackageRow): PagePackage {
  const price = row.price === 0 ? 'Free' : (row.price / 100).toFixed(2);
  const duration = row.days === null ? 'Without end' : `${row.days} days`;
  return {
    package_id: row.id,
    title: row.title,
    description: row.description,
    price,
    currency: row.currency,
    duration,
    features: row.features,
    package: {
      title: { label: 'Title', value: row.title },
      price: {
        label: 'Price',
        value: row.price === 0 ? price : `${price} ${row.currency}`,
      },
      duration: { label: 'Duration', value: duration },
      features: { label: 'Features', value: row.features.join(', ') },
    },
    menu: [
      {
        name: 'create',
        label: 'Create page',
        url: 'sitepages/create',
        urlParams: { package_id: row.id },
      },
    ],
  };
}

export function statisticsView({ page, series }: PageStatistics): StatisticsAnswer {
  const sum = (name: 'comments') => series.reduce((total, row) => total + row[name], 0);
  return {
    page_id: page.id,
    totals: {
      views: page.viewCount,
      likes: page.likeCount,
      comments: sum('comments'),
      followers: page.followerCount,
      members: page.memberCount,
      reviews: page.reviewCount,
      posts: page.postCount,
    },
    series: series.map((row) => ({
      date: row.day,
      views: row.views,
      viewers: row.viewers,
      visitor_views: row.visitorViews,
      posts: row.posts,
      likes: row.likes,
      comments: row.comments,
      followers: row.follows - row.unfollows,
      members: row.joins - row.leaves,
    })),
  };
}

export const requestsView = (
  { requests, page, limit, total }: RequestList,
  origin: string,
): RequestsAnswer => ({
  pending_requests: requests.map((row) => ({
    member_id: row.id,
    user_id: row.id,
    displayname: row.displayname,
    photo_url: avatarAddress(row.avatar, origin),
    request_date: toWireTime(row.requestedAt),
    email: row.email,
    account_days: row.accountDays,
    mutual_friends: row.mutualFriends,
    was_refused: toFlag(row.wasRefused),
    answer: (row.answers ?? []).join('\n'),
  })),
  page,
  limit,
  total,
});
