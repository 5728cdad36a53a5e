/** Why members hide an ad, in the words of the form. */
export const hideReasons = {
  misleading: 'Misleading',
  offensive: 'Offensive',
  inappropriate: 'Inappropriate',
  licensed: 'Licensed Material',
  other: 'Other',
} as const;
export type HideReason = keyof typeof hideReasons;
