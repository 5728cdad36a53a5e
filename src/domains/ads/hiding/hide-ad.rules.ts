/** Why members hide an ad, in the words of the form. */
export const hideReasons = {
  misleading: 'Misleading',
  offensive: 'Offensive',
  inappropriate: 'Inappropriate',
  licensed: 'Licensed Material',
  other: 'Other',
} as const;
/** After so many members hid an ad, the moderators are asked to look at it. */
export const hidesToLookAt = 3;
export type HideReason = keyof typeof hideReasons;
