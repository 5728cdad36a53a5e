import { visibilities } from '#domains/containers/container-access.rules.ts';
import { orders, wireOrders } from '#domains/sitepages/browse/browse.schema.ts';
import type { CategoryNode } from '#domains/sitepages/browse/page-list.server.ts';
import { weekDays } from '#domains/sitepages/opening-hours.rules.ts';
import type { PageRow } from '#domains/sitepages/page-rows.server.ts';
import {
  descriptionLength,
  overviewLength,
  pageOrderLabels,
  pageTitleLength,
  postPolicyLabels,
  visibilityLabels,
} from '#domains/sitepages/sitepages.rules.ts';
import { categoryIds } from '#domains/sitepages/sitepages.views.server.ts';
import { toPlainText } from '#lib/rich-text.ts';
import type { FormField } from '#lib/shapes.ts';
import {
  commentAudienceLabels,
  hoursFields,
  toWireAudience,
  toWireCommentAudience,
} from './edit.schema.ts';

const choices = (nodes: CategoryNode[]) =>
  Object.fromEntries(nodes.map(({ id, title }) => [String(id), title]));

/** Categories below the first level, named with their parents. */
const below = (nodes: CategoryNode[]): Record<string, string> =>
  Object.fromEntries(
    nodes.flatMap((node) =>
      node.children.map(({ id, title }) => [String(id), `${node.title}: ${title}`]),
    ),
  );

/** All categories, those below the first level named with their parents. */
const allChoices = (nodes: CategoryNode[]): Record<string, string> => {
  const children = nodes.flatMap((node) => node.children);
  return { ...choices(nodes), ...below(nodes), ...below(children) };
};

const audiences = Object.fromEntries(
  visibilities.map((visibility) => [toWireAudience(visibility), visibilityLabels[visibility]]),
);

const text = (name: string, label: string, maxlength: number, isRequired = false): FormField => ({
  type: 'Text',
  name,
  label,
  maxlength,
  ...(isRequired ? { hasValidator: true } : {}),
});

/** Fields that native clients draw for a new or existing page. */
export const pageForm = (categories: CategoryNode[], isNew: boolean): FormField[] => [
  text('title', 'Title', pageTitleLength, true),
  text('page_url', 'Address', 64),
  {
    type: 'Select',
    name: 'category_id',
    label: 'Category',
    hasValidator: true,
    multiOptions: choices(categories),
  },
  {
    type: 'Select',
    name: 'subcategory_id',
    label: 'Subcategory',
    multiOptions: below(categories),
  },
  {
    type: 'Select',
    name: 'subsubcategory_id',
    label: 'Third level',
    multiOptions: below(categories.flatMap(({ children }) => children)),
  },
  {
    type: 'Textarea',
    name: 'body',
    label: 'Description',
    hasValidator: true,
    maxlength: descriptionLength,
  },
  text('location', 'Location', 200),
  text('tags', 'Tags, separated by commas', 500),
  text('price', 'Price', 60),
  { type: 'Select', name: 'auth_view', label: 'Who sees it', multiOptions: audiences },
  {
    type: 'Select',
    name: 'auth_comment',
    label: 'Who may comment',
    multiOptions: commentAudienceLabels,
  },
  { type: 'Checkbox', name: 'search', label: 'Show it in lists and searches' },
  { type: 'Checkbox', name: 'member_approval', label: 'Joining needs approval' },
  { type: 'Checkbox', name: 'member_invite', label: 'Members may invite' },
  text('member_title', 'Name of its members', 60),
  ...(isNew
    ? [{ type: 'Checkbox', name: 'draft', label: 'Publish it' }]
    : [
        {
          type: 'Select',
          name: 'auth_post',
          label: 'Who may post',
          multiOptions: postPolicyLabels,
        },
        {
          type: 'Textarea',
          name: 'overview',
          label: 'Overview',
          maxlength: overviewLength,
        },
        text('email', 'E-mail', 254),
        text('website', 'Website', 500),
        text('phone', 'Phone', 40),
        ...hoursFields.map((name, index) => text(name, `Open on ${weekDays[index]!}`, 100)),
        ...['First', 'Second', 'Third'].map((which, index) =>
          text(`question${index + 1}`, `${which} question to whoever asks to join`, 200),
        ),
      ]),
  { type: 'Submit', name: 'submit', label: isNew ? 'Create page' : 'Save' },
];

/** Values of the form for an existing page. */
export function pageFormValues(row: PageRow): Record<string, string | number> {
  const [category_id, subcategory_id, subsubcategory_id] = categoryIds(row.categoryPath);
  return {
    title: row.title,
    page_url: row.slug ?? '',
    category_id,
    subcategory_id,
    subsubcategory_id,
    body: row.description,
    overview: row.overview ? toPlainText(row.overview) : '',
    location: row.location,
    tags: row.tags.join(', '),
    price: row.price,
    email: row.email,
    website: row.website,
    phone: row.phone,
    ...Object.fromEntries(hoursFields.map((name, index) => [name, row.openingHours[index] ?? ''])),
    auth_view: toWireAudience(row.visibility),
    auth_comment: toWireCommentAudience(row.commentPolicy),
    auth_post: row.postPolicy,
    search: row.isListed ? 1 : 0,
    member_approval: row.joinPolicy === 'approval' ? 1 : 0,
    member_invite: row.invitePolicy === 'members' ? 1 : 0,
    member_title: row.memberTitle,
    question1: row.joinQuestions[0] ?? '',
    question2: row.joinQuestions[1] ?? '',
    question3: row.joinQuestions[2] ?? '',
  };
}

export const newPageValues = { draft: 1, search: 1, auth_view: 'everyone', member_invite: 1 };

const orderOptions = Object.fromEntries(
  wireOrders.map((wire) => [wire, pageOrderLabels[orders[wire]]]),
);

export const searchForm = (categories: CategoryNode[]): FormField[] => [
  text('search', 'Search pages', 100),
  {
    type: 'Select',
    name: 'category_id',
    label: 'Category',
    multiOptions: { '': 'All', ...allChoices(categories) },
  },
  text('location', 'Location', 100),
  {
    type: 'Select',
    name: 'orderby',
    label: 'Order',
    multiOptions: orderOptions,
  },
];
