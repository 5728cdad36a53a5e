import { z } from 'zod';
import { reactionField } from '#domains/reactions/reactions.schema.ts';
import { wallTypes } from '#lib/container-types.ts';
import { flagField, idField, itemTypeField } from '#lib/fields.ts';
import { menuItem } from '#lib/shapes.ts';

export const audiences = ['everyone', 'friends', 'onlyme'] as const;
export type Audience = (typeof audiences)[number];
/** The field of an audience, for errors about it. */
export const audienceInput = 'auth_view';

/** A post, or a comment on one: the comment wins. */
export const likeInput = z.object({
  action_id: idField.optional(),
  comment_id: idField.optional(),
  reaction: reactionField,
  sendNotification: flagField.optional(),
});
export type LikeInput = z.input<typeof likeInput>;
export const unlikeInput = z.object({
  action_id: idField.optional(),
  comment_id: idField.optional(),
});
export type UnlikeInput = z.input<typeof unlikeInput>;

export const postIdInput = z.object({ action_id: idField });
export type PostIdInput = z.input<typeof postIdInput>;

export const announced = z.object({
  /** Members who are notified. */
  notified: z.int(),
});
export type Announced = z.output<typeof announced>;

/** A post, or a comment on one. */
export const deleteInput = z.object({
  action_id: idField.optional(),
  comment_id: idField.optional(),
});
export type DeleteInput = z.input<typeof deleteInput>;

/** One post, or all posts of a member or in the name of a page. */
export const hideInput = z.object({
  id: idField,
  type: itemTypeField(['post', ...wallTypes]),
  hide_report: flagField.optional(),
});
export type HideInput = z.input<typeof hideInput>;

/** `hide_all` hides everything of the author: the page, of a post in its name. */
export const hidden = z.object({ undo: menuItem, hide_all: menuItem });
export type Hidden = z.output<typeof hidden>;
