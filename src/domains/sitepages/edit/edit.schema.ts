import { z } from 'zod';
import { postPolicies, type Visibility } from '#domains/containers/container-access.rules.ts';
import { questionFields } from '#domains/containers/containers.schema.ts';
import { pagePackage } from '#domains/sitepages/browse/browse.schema.ts';
import { parseHours } from '#domains/sitepages/opening-hours.rules.ts';
import {
  descriptionLength,
  overviewLength,
  pageTitleLength,
} from '#domains/sitepages/sitepages.rules.ts';
import { optionalId } from '#domains/sitepages/sitepages.schema.ts';
import { flagField, idField, isVisible, lineField, passwordField, textField } from '#lib/fields.ts';
import { parseRichText, toPlainText } from '#lib/rich-text.ts';
import { flag, formField, images } from '#lib/shapes.ts';

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

/** Whoever may comment reads the page; no other audience of comments is narrower. */
const commentAudiences = { everyone: 'readers', registered: 'readers', member: 'members' } as const;
export const toWireCommentAudience = (policy: string) =>
  policy === 'readers' ? 'everyone' : 'member';
/** Choices by the names in the interface. */
export const commentAudienceLabels: Record<string, string> = {
  everyone: 'Everybody who sees it',
  member: 'Members of the page',
};
const commentsField = z
  .enum(
    Object.keys(commentAudiences) as Array<keyof typeof commentAudiences>,
    'Comments are for everybody who sees the page (everyone) or its members (member).',
  )
  .transform((wire) => commentAudiences[wire]);

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

/** Such as `www.hearth.example/about`, as people type it. */
const withoutScheme = /^[^\s/:@]+\.[^\s/:@.]+(?::\d+)?(?:[/?#]|$)/;

const websiteField = lineField(500)
  .transform((text) => (withoutScheme.test(text) ? `https://${text}` : text))
  .refine((text) => {
    if (text === '') return true;
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  }, 'Must be an address such as https://example.org.');

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

/** The tree that the editor sends. Without a text in it there is no overview. */
const overviewTreeField = z
  .string()
  .max(20 * overviewLength)
  .transform((json, context) => {
    const tree = parseRichText(json);
    if (tree && toPlainText(tree).length <= overviewLength) return tree;
    const message = tree ? `At most ${overviewLength} characters.` : 'This text is not allowed.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const hoursField = lineField(100)
  .transform((text) => parseHours(text))
  .refine((hours) => hours !== undefined, 'Such as 9:00–12:30, 14:00–18:00.')
  .transform((hours) => hours ?? '')
  .optional();
/** Names of the fields of opening hours, Monday first. */
export const hoursFields = [
  'hours_1',
  'hours_2',
  'hours_3',
  'hours_4',
  'hours_5',
  'hours_6',
  'hours_7',
] as const;

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
  auth_comment: commentsField.optional(),
  search: flagField.optional(),
  overview: textField(overviewLength).optional(),
  overview_tree: overviewTreeField
    .optional()
    .meta({ description: 'The overview as a tree, instead of a plain text' }),
  email: lineField(254)
    .refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'Must be an e-mail address.')
    .optional(),
  website: websiteField.optional(),
  phone: lineField(40).optional(),
  member_approval: flagField.optional(),
  member_invite: flagField.optional(),
  member_title: lineField(60).optional(),
  ...questionFields,
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
  /** The members who post: all, all after approval, or staff. */
  auth_post: z.enum(postPolicies, 'This choice is not known.').optional(),
  /** Opening hours from Monday on; together they replace all. */
  hours_1: hoursField,
  hours_2: hoursField,
  hours_3: hoursField,
  hours_4: hoursField,
  hours_5: hoursField,
  hours_6: hoursField,
  hours_7: hoursField,
  /** 1: the owner lets more people read from now on. */
  confirm: flagField.optional(),
  ...optionalFields,
});
export type EditInput = z.input<typeof editInput>;
export type EditFields = Omit<z.output<typeof editInput>, 'id' | 'confirm'>;

export const deleteInput = z.object({ id: idField, password: passwordField.optional() });
export type DeleteInput = z.input<typeof deleteInput>;

export const verifiedAnswer = z.object({ verified: flag });
export type VerifiedAnswer = z.output<typeof verifiedAnswer>;

export const closedAnswer = z.object({ closed: flag });
export type ClosedAnswer = z.output<typeof closedAnswer>;

export const photoInput = z.object({ id: idField, photo: z.unknown().optional() });
export type PhotoInput = { id: number; photo: Blob };
export const photoAnswer = z.object({
  response: images.omit({ content_url: true }).extend({ photo_id: z.int() }),
});
export type PhotoAnswer = z.output<typeof photoAnswer>;
