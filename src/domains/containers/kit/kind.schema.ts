import { z } from 'zod';
import { flagField, idField } from '#lib/fields.ts';
import { flag, formField, images, menuItem, userLite, wireTime } from '#lib/shapes.ts';
import { listFields } from './membership.schema.ts';

/** A container of any kind; each adds its id and fields. */
export const containerAnswer = images.extend({
  title: z.string(),
  cover_image: z.string(),
  member_count: z.int(),
  view_count: z.int(),
  creation_date: wireTime,
  modified_date: wireTime,
  search: flag,
  /** Archived: it can be read, but nobody posts or joins. */
  closed: flag,
  allow_to_view: flag,
  edit: flag,
  delete: flag,
  can_post: flag,
  can_invite: flag,
  /** Why a request of the viewer was declined less than 7 days ago; empty without a reason. */
  join_refusal: z.string(),
  /** When the viewer, whose request was declined, may ask again; empty: now. */
  ask_again_date: z.string(),
  menu: z.array(menuItem).optional(),
});

// Shapes of kinds whose staff are officers and an owner.

/** Names of memberships, with the word of the kind for officers. */
export const toMembershipNames = <Officer extends string>(officer: Officer) =>
  ['none', 'requested', 'invited', 'member', officer, 'owner'] as const;

export const plainContainer = containerAnswer.extend({
  user_id: z.int(),
  description: z.string(),
  category_id: z.int(),
  category_title: z.string(),
  invite: flag,
  approval: flag,
  photo_id: z.int(),
  location: z.string(),
  owner_title: z.string(),
  owner_image_icon: z.string(),
});

const profileTab = menuItem.extend({ totalItemCount: z.int() });
export const oneAnswer = <Item extends z.ZodType>(response: Item) =>
  z.object({
    response,
    gutterMenu: z.array(menuItem),
    profile_tabs: z.array(profileTab),
  });
export type ProfileTab = z.output<typeof profileTab>;

export const listAnswer = <Item extends z.ZodType>(item: Item) =>
  z.object({
    canCreate: flag,
    totalItemCount: z.int(),
    getTotalItemCount: z.int(),
    page: z.int(),
    response: z.array(item),
  });

export const formAnswer = z.array(formField);
export type FormAnswer = z.output<typeof formAnswer>;
export const editFormAnswer = z.object({
  form: formAnswer,
  formValues: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type EditFormAnswer = z.output<typeof editFormAnswer>;

export const archiveInput = z.object({ id: idField, archive: flagField.default(1) });
export type ArchiveInput = z.input<typeof archiveInput>;
export const archivedAnswer = z.object({ closed: flag });
export type ArchivedAnswer = z.output<typeof archivedAnswer>;

/** The list of members, or for its staff those who asked, are invited or banned. */
export const peopleInput = z.object({
  ...listFields,
  waiting: flagField.default(0),
  invited: flagField.default(0),
  menu: flagField.default(1),
});
export const listedPerson = userLite.extend({
  is_owner: flag,
  /** The time of joining; in the other lists of the request, invitation or ban. */
  join_date: wireTime,
  /** Reason and end of a ban, for its staff; empty: for good. */
  reason: z.string().optional(),
  banned_until: z.string().optional(),
  menu: z.array(menuItem).nullable(),
});
export const peopleAnswer = <Person extends z.ZodType>(person: Person) =>
  z.object({
    members: z.array(person),
    totalItemCount: z.int(),
    getTotalItemCount: z.int(),
    getWaitingItemCount: z.int(),
    waiting: flag,
    canEdit: flag,
  });
