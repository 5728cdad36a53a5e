/**
 * Addresses of what clients show where somebody or something has no picture of its own; drawn by
 * scripts/icons.ts.
 */
export const defaultPictures = {
  photo: '/no-photo.png',
  cover: '/no-cover.png',
  picture: '/no-picture.png',
} as const;

/** Our own pages draw the initials instead. */
export const isDefaultPhoto = (address: string): boolean => address.endsWith(defaultPictures.photo);
