/** Automatic activity posts by type, with the label of the setting. */
export const activityTypes = {
  friends: 'I become friends with somebody',
  profile_photo_update: 'I change my profile photo',
  album_photo_new: 'I add photos to an album',
} as const;

export type ActivityType = keyof typeof activityTypes;
export const allActivityTypes = Object.keys(activityTypes) as ActivityType[];
