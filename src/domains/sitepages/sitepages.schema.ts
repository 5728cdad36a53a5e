import { z } from 'zod';
import { roles, type Visibility } from '#domains/containers/container-access.rules.ts';
import {
  flagField,
  idField,
  isVisible,
  limitField,
  lineField,
  pageField,
  textField,
} from '#lib/fields.ts';
import { flag, formField, images, menuItem, userLite, wireTime } from '#lib/shapes.ts';
import { isId } from '#lib/url-numbers.ts';
import {
  descriptionLength,
  overviewLength,
  pageActions,
  pageApps,
  pageTitleLength,
  statisticsChunks,
  type PageOrder,
} from './sitepages.rules.ts';

/** Stored in `posts.type`, and sent to clients. */
export const pageCreatedType = 'sitepage_new';

// Roles

export const roleNames = ['member', 'moderator', 'admin', 'owner'] as const;
export type RoleName = (typeof roleNames)[number];
export const toRoleName = (role: number): RoleName =>
  roleNames.find((name) => roles[name] === role) ?? 'member';

export const membershipNames = ['none', 'pending', 'invited', 'member'] as const;

// Audiences by their names in the interface

const audiences = {
  everyone: 'everyone',
  registered: 'registered',
  owner_member_member: 'friends_of_friends',
  owner_network: 'friends',
  owner_member: 'friends',
  member: 'members',
} as const satisfies Record<string, Visibility>;
type WireAudience = keyof typeof audiences;
export const wireAudiences = Object.keys(audiences) as WireAudience[];
export const toWireAudience = (visibility: Visibility): WireAudience =>
  wireAudiences.find((wire) => audiences[wire] === visibility)!;
/** Labels by the names in the interface. */
export const wireAudienceLabels = (labels: Record<Visibility, string>): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(labels) as Visibility[]).map((visibility) => [
      toWireAudience(visibility),
      labels[visibility],
    ]),
  );
/** Names of two fields, for the form that draws them. */
export const audienceName = 'auth_view';
export const commentsName = 'auth_comment';
const audienceField = z
  .enum(wireAudiences, 'This choice is not known.')
  .transform((wire): Visibility => audiences[wire]);

// Shapes

export const page = images.extend({
  page_id: z.int(),
  title: z.string(),
  cover_image: z.string(),
  default_cover: flag,
  member_count: z.int(),
  /** The name in its address. */
  page_url: z.string(),
  body: z.string(),
  /** Sanitized HTML; null without one. */
  overview: z.string().nullable(),
  owner_id: z.int(),
  owner_title: z.string(),
  owner_image: z.string(),
  owner_image_profile: z.string(),
  owner_image_normal: z.string(),
  owner_image_icon: z.string(),
  owner_url: z.string(),
  package_id: z.int(),
  category_id: z.int(),
  category_title: z.string(),
  subcategory_id: z.int(),
  subsubcategory_id: z.int(),
  location: z.string(),
  price: z.string(),
  email: z.string(),
  website: z.string(),
  phone: z.string(),
  tags: z.array(z.string()),
  creation_date: wireTime,
  modified_date: wireTime,
  approved: flag,
  featured: flag,
  sponsored: flag,
  closed: flag,
  /** 1 for a published page. */
  draft: flag,
  published: flag,
  search: flag,
  pending: flag,
  declined: flag,
  view_count: z.int(),
  comment_count: z.int(),
  like_count: z.int(),
  review_count: z.int(),
  follow_count: z.int(),
  rating: z.number(),
  member_invite: flag,
  member_approval: flag,
  member_title: z.string(),
  allow_to_view: flag,
  edit: flag,
  delete: flag,
  is_like: flag,
  isPageFollowed: flag,
  membership: z.enum(membershipNames),
  /** Empty for those who do not belong to it. */
  role: z.enum(['', ...roleNames]),
  can_post: flag,
  can_invite: flag,
  menu: z.array(menuItem).optional(),
});
export type Page = z.output<typeof page>;

export const pageMember = userLite.extend({
  member_id: z.int(),
  role: z.enum(roleNames),
  title: z.string(),
  join_date: wireTime,
  featured: flag,
  is_admin: flag,
});
export type PageMember = z.output<typeof pageMember>;

export const pagePackage = z.object({
  package_id: z.int(),
  title: z.string(),
  description: z.string(),
  price: z.string(),
  currency: z.string(),
  duration: z.string(),
  features: z.array(z.string()),
  /** The same for clients that draw it as a table. */
  package: z.record(z.string(), z.object({ label: z.string(), value: z.string() })),
  menu: z.array(menuItem),
});
export type PagePackage = z.output<typeof pagePackage>;

const categoryFields = { category_id: z.int(), category_name: z.string(), count: z.int() };
const subCategory = z.object({
  ...categoryFields,
  subCategories: z.array(z.object({ ...categoryFields, subCategories: z.array(z.never()) })),
});
export const category = z.object({ ...categoryFields, subCategories: z.array(subCategory) });
export type Category = z.output<typeof category>;

// Inputs

export const orders = {
  creation_date: 'newest',
  modified_date: 'modified',
  title: 'title',
  view_count: 'views',
  like_count: 'likes',
  member_count: 'members',
  review_count: 'reviews',
  rating: 'rating',
  trending: 'trending',
} as const satisfies Record<string, PageOrder>;
export const wireOrders = Object.keys(orders) as Array<keyof typeof orders>;
const orderField = z
  .enum(['', ...wireOrders], 'This order is not known.')
  .transform((wire): PageOrder => (wire === '' ? 'newest' : orders[wire]))
  .prefault('');

/** An id that may be absent, empty or 0. */
const optionalId = z.union([idField, z.literal(['', '0', 0])]).transform((id) => Number(id) || 0);

const categoryQuery = {
  category_id: optionalId.optional(),
  subcategory_id: optionalId.optional(),
  subsubcategory_id: optionalId.optional(),
};

export const browseInput = z.object({
  search: lineField(100).default(''),
  ...categoryQuery,
  /** The same as `category_id`. */
  category: optionalId.optional(),
  location: lineField(100).default(''),
  orderby: orderField,
  liked: flagField.optional(),
  followed: flagField.optional(),
  user_id: optionalId.optional(),
  page: pageField(1),
  limit: limitField(20),
});
export type BrowseInput = z.input<typeof browseInput>;

export const manageInput = browseInput.pick({
  search: true,
  category_id: true,
  orderby: true,
  page: true,
  limit: true,
});
export type ManageInput = z.input<typeof manageInput>;

export const pagesAnswer = z.object({
  canCreate: flag,
  totalItemCount: z.int(),
  page: z.int(),
  response: z.array(page),
});
export type PagesAnswer = z.output<typeof pagesAnswer>;

export const pageIdInput = z.object({ id: idField });
export type PageIdInput = z.input<typeof pageIdInput>;

export const viewInput = z.object({
  id: idField,
  gutter_menu: flagField.default(1),
  profile_tabs: flagField.default(1),
});
export type ViewInput = z.input<typeof viewInput>;

export const pageAnswer = z.object({ response: page });
export type PageAnswer = z.output<typeof pageAnswer>;
export const viewAnswer = pageAnswer.extend({
  gutterMenu: z.array(menuItem),
  profile_tabs: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      url: z.string(),
      urlParams: z.record(z.string(), z.union([z.string(), z.number()])),
      count: z.int(),
    }),
  ),
  tabsMenu: z.record(z.string(), z.string()),
});
export type ViewAnswer = z.output<typeof viewAnswer>;

const labelled = z.record(z.string(), z.string());
export const informationAnswer = z.object({
  basic_information: labelled,
  profile_information: labelled,
});
export type InformationAnswer = z.output<typeof informationAnswer>;

export const categoriesInput = z.object({ showCount: flagField.default(1) });
export type CategoriesInput = z.input<typeof categoriesInput>;
export const categoriesAnswer = z.object({ categories: z.array(category) });
export type CategoriesAnswer = z.output<typeof categoriesAnswer>;

export const formAnswer = z.object({ form: z.array(formField) });
export type FormAnswer = z.output<typeof formAnswer>;

export const packagesInput = z.object({ page: pageField(1), limit: limitField(20) });
export type PackagesInput = z.input<typeof packagesInput>;
export const packagesAnswer = z.object({
  getTotalItemCount: z.int(),
  totalItemCount: z.int(),
  response: z.array(pagePackage),
});
export type PackagesAnswer = z.output<typeof packagesAnswer>;

const formValues = z.record(z.string(), z.union([z.string(), z.number()]));
export const createFormInput = z.object({ package_id: optionalId.optional() });
export type CreateFormInput = z.input<typeof createFormInput>;
export const createFormAnswer = z.object({
  form: z.array(formField),
  formValues,
  packages: z.array(pagePackage),
});
export type CreateFormAnswer = z.output<typeof createFormAnswer>;
export const editFormAnswer = z.object({ form: z.array(formField), formValues });
export type EditFormAnswer = z.output<typeof editFormAnswer>;

const websiteField = lineField(500).refine((text) => {
  if (text === '') return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}, 'Must be an address that begins with http:// or https://.');

const tagsField = lineField(500)
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ])
  .refine((tags) => tags.length <= 20 && tags.every((tag) => tag.length <= 40), 'Too many tags.');

const titleField = lineField(pageTitleLength).refine(isVisible, 'Please fill in this field.');
const bodyField = textField(descriptionLength).refine(isVisible, 'Please fill in this field.');

/** Fields that creating and editing share, all optional. */
const optionalFields = {
  page_url: lineField(64).optional(),
  subcategory_id: optionalId.optional(),
  subsubcategory_id: optionalId.optional(),
  location: lineField(200).optional(),
  tags: tagsField.optional(),
  price: lineField(60).optional(),
  auth_view: audienceField.optional(),
  auth_comment: audienceField.optional(),
  search: flagField.optional(),
  overview: textField(overviewLength).optional(),
  email: lineField(254)
    .refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'Must be an e-mail address.')
    .optional(),
  website: websiteField.optional(),
  phone: lineField(40).optional(),
  member_approval: flagField.optional(),
  member_invite: flagField.optional(),
  member_title: lineField(60).optional(),
};

export const createInput = z.object({
  title: titleField,
  category_id: idField,
  body: bodyField,
  package_id: optionalId.optional(),
  /** 1 publishes it. */
  draft: flagField.default(1),
  /** The file; on the server it is among the files. */
  photo: z.unknown().optional(),
  ...optionalFields,
});
export type CreateInput = z.input<typeof createInput>;
export type CreateFields = z.output<typeof createInput>;

export const editInput = z.object({
  id: idField,
  title: titleField.optional(),
  category_id: idField.optional(),
  body: bodyField.optional(),
  /** 1: the owner lets more people read from now on. */
  confirm: flagField.optional(),
  ...optionalFields,
});
export type EditInput = z.input<typeof editInput>;
export type EditFields = Omit<z.output<typeof editInput>, 'id' | 'confirm'>;

export const closedAnswer = z.object({ closed: flag });
export type ClosedAnswer = z.output<typeof closedAnswer>;

export const photoInput = z.object({ id: idField, photo: z.unknown().optional() });
export type PhotoInput = { id: number; photo: Blob };
export const photoAnswer = z.object({
  response: images.omit({ content_url: true }).extend({ photo_id: z.int() }),
});
export type PhotoAnswer = z.output<typeof photoAnswer>;

// Membership

const memberCount = { membership: z.enum(membershipNames), member_count: z.int() };
export const membershipAnswer = z.object(memberCount);
export type MembershipAnswer = z.output<typeof membershipAnswer>;

export const joinInput = z.object({
  id: idField,
  /** Answers to the questions of the page. */
  answer: textField(1_000).optional(),
});
export type JoinInput = z.input<typeof joinInput>;

export const followInput = z.object({ id: idField, follow: flagField.optional() });
export type FollowInput = z.input<typeof followInput>;
export const followAnswer = z.object({ isPageFollowed: flag, follow_count: z.int() });
export type FollowAnswer = z.output<typeof followAnswer>;

/** Ids separated by commas. */
const idsField = (max: number, min = 1) =>
  z
    .union([z.string(), z.int().transform(String)])
    .transform((text) =>
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .refine((ids) => ids.every(isId), 'Must be ids, separated by commas.')
    .transform((ids) => [...new Set(ids.map(Number))])
    .refine((ids) => ids.length >= min, 'Please choose somebody.')
    .refine((ids) => ids.length <= max, `At most ${max} people.`);

export const inviteFormInput = z.object({ id: idField, search: lineField(100).default('') });
export type InviteFormInput = z.input<typeof inviteFormInput>;
export const inviteFormAnswer = z.object({
  form: z.array(formField),
  friends: z.array(
    z.object({
      guid: z.string(),
      id: z.int(),
      label: z.string(),
      image: z.string(),
      photo: z.string(),
      type: z.literal('user'),
    }),
  ),
});
export type InviteFormAnswer = z.output<typeof inviteFormAnswer>;
export const inviteInput = z
  .object({ id: idField, users: idsField(50).optional(), toValues: idsField(50).optional() })
  .refine(({ users, toValues }) => users || toValues, {
    message: 'Please choose somebody.',
    path: ['users'],
  });
export type InviteInput = { id: number; users: string };
export const invitedAnswer = z.object({ invited: z.int() });
export type InvitedAnswer = z.output<typeof invitedAnswer>;

export const requestsInput = z.object({
  id: idField,
  page: pageField(1),
  limit: limitField(20, 100),
  search: lineField(100).default(''),
});
export type RequestsInput = z.input<typeof requestsInput>;

export const pendingRequest = z.object({
  member_id: z.int(),
  user_id: z.int(),
  displayname: z.string(),
  photo_url: z.string(),
  request_date: wireTime,
  email: z.string(),
  /** Days since the account was created, friends in common with the viewer, and earlier refusals. */
  account_days: z.int(),
  mutual_friends: z.int(),
  was_refused: flag,
  answer: z.string(),
});
export type PendingRequest = z.output<typeof pendingRequest>;
export const requestsAnswer = z.object({
  pending_requests: z.array(pendingRequest),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
});
export type RequestsAnswer = z.output<typeof requestsAnswer>;

/** `pageId` in the path, as the specification names it. */
export const decideInput = z.object({ pageId: idField, member_id: idField });
export type DecideInput = z.input<typeof decideInput>;
export const answerInviteInput = z.object({ pageId: idField });
export type AnswerInviteInput = z.input<typeof answerInviteInput>;

export const membersInput = z.object({
  id: idField,
  search: lineField(100).default(''),
  role: z.enum(['', ...roleNames], 'This role is not known.').default(''),
  page: pageField(1),
  limit: limitField(20),
});
export type MembersInput = z.input<typeof membersInput>;
export const membersAnswer = z.object({
  totalItemCount: z.int(),
  getTotalItemCount: z.int(),
  response: z.array(pageMember),
});
export type MembersAnswer = z.output<typeof membersAnswer>;

export const changeRoleInput = z.object({
  id: idField,
  member_id: idField,
  role: z.enum(['admin', 'moderator', 'member'], 'This role is not known.'),
  title: lineField(60).optional(),
});
export type ChangeRoleInput = z.input<typeof changeRoleInput>;
export const roleAnswer = z.object({ member_id: z.int(), role: z.enum(roleNames) });
export type RoleAnswer = z.output<typeof roleAnswer>;

export const memberInput = z.object({ id: idField, member_id: idField });
export type MemberInput = z.input<typeof memberInput>;

export const changeAdminInput = z.object({
  id: idField,
  user_id: idField,
  action: z.enum(['add', 'remove'], 'Must be add or remove.'),
});
export type ChangeAdminInput = z.input<typeof changeAdminInput>;

export const featuredAdminsAnswer = z.object({ response: z.array(pageMember) });
export type FeaturedAdminsAnswer = z.output<typeof featuredAdminsAnswer>;
/** Without ids none is shown. */
export const featureAdminsInput = z.object({
  id: idField,
  user_ids: idsField(20, 0).prefault(''),
});
export type FeatureAdminsInput = { id: number; user_ids: string };

export const notificationSettingsAnswer = z.object({
  form: z.array(formField),
  formValues: z.object({
    notification: flag,
    email: flag,
    action_notification: z.array(z.enum(pageActions)),
  }),
});
export type NotificationSettingsAnswer = z.output<typeof notificationSettingsAnswer>;
const actionsField = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((names) => names.map((name) => name.trim()).filter(Boolean))
  .pipe(z.array(z.enum(pageActions, 'This action is not known.')));
export const saveNotificationSettingsInput = z.object({
  id: idField,
  notification: flagField.default(1),
  email: flagField.default(1),
  action_notification: actionsField.default([...pageActions]),
});
export type SaveNotificationSettingsInput = z.input<typeof saveNotificationSettingsInput>;

export const appsAnswer = z.object({
  response: z.array(
    z.object({ name: z.enum(pageApps), label: z.string(), enabled: flag, count: z.int() }),
  ),
});
export type AppsAnswer = z.output<typeof appsAnswer>;
export const setAppInput = z.object({
  id: idField,
  name: z.enum(pageApps, 'This tab is not known.'),
  enabled: flagField,
});
export type SetAppInput = z.input<typeof setAppInput>;

const dayField = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'Must be a day such as 2026-11-23.')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a day such as 2026-11-23.');
export const statisticsInput = z.object({
  page_id: idField,
  type: z.enum(['insights', 'reports'], 'This type is not known.').default('insights'),
  start: dayField.optional(),
  end: dayField.optional(),
  chunk: z.enum(statisticsChunks, 'Must be day, week or month.').default('day'),
});
export type StatisticsInput = z.input<typeof statisticsInput>;
const numbers = z.object({
  date: z.string(),
  views: z.int(),
  viewers: z.int(),
  visitor_views: z.int(),
  posts: z.int(),
  likes: z.int(),
  comments: z.int(),
  /** Those who came less those who left. */
  followers: z.int(),
  members: z.int(),
});
export const statisticsAnswer = z.object({
  page_id: z.int(),
  totals: z.object({
    views: z.int(),
    likes: z.int(),
    comments: z.int(),
    followers: z.int(),
    members: z.int(),
    reviews: z.int(),
    posts: z.int(),
  }),
  series: z.array(numbers),
  /** The same as a table, for reports. */
  rows: z.array(numbers).optional(),
});
export type StatisticsAnswer = z.output<typeof statisticsAnswer>;
