import { z } from 'zod';
import { flagField, idField } from '#lib/fields.ts';
import { flag, formField, images, menuItem, wireTime } from '#lib/shapes.ts';

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

/** One container with its menus. */
export const withMenus = <View extends z.ZodType>(view: View) =>
  z.object({
    response: view,
    gutterMenu: z.array(menuItem),
    profile_tabs: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        url: z.string(),
        urlParams: z.record(z.string(), z.union([z.string(), z.number()])),
        totalItemCount: z.int(),
      }),
    ),
  });

/** A page of a list. */
export const listAnswer = <View extends z.ZodType>(view: View) =>
  z.object({
    canCreate: flag,
    totalItemCount: z.int(),
    getTotalItemCount: z.int(),
    page: z.int(),
    response: z.array(view),
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
