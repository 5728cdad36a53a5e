import { z } from 'zod';
import { flag, images, menuItem, wireTime } from '#lib/shapes.ts';

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
