import { defaultPictures } from '#lib/default-pictures.ts';
import type { Images, UserLite } from '#lib/shapes.ts';

/** Public fields of a member. */
export interface MemberCard {
  id: number;
  displayname: string;
  username: string;
  /** File name under /media/public. */
  avatar: string | null;
}

const publicAddress = (name: string, origin: string): string => `${origin}/media/public/${name}`;

/**
 * A profile photo, or the default one.
 * @param origin '' for our own pages, PUBLIC_ORIGIN for clients that need whole addresses
 */
export const avatarAddress = (avatar: string | null, origin: string): string =>
  avatar ? publicAddress(avatar, origin) : origin + defaultPictures.photo;

export const coverAddress = (cover: string | null, origin: string): string =>
  cover ? publicAddress(cover, origin) : origin + defaultPictures.cover;

/** All sizes that the interface names; there is one. */
export function avatarImages(avatar: string | null, origin: string): Omit<Images, 'content_url'> {
  const image = avatarAddress(avatar, origin);
  return { image, image_profile: image, image_normal: image, image_icon: image };
}

export const memberImages = ({ id, avatar }: MemberCard, origin: string): Images => ({
  ...avatarImages(avatar, origin),
  content_url: `${origin}/profile/${id}`,
});

export function userLiteView(member: MemberCard, origin: string): UserLite {
  return {
    user_id: member.id,
    username: member.username,
    displayname: member.displayname,
    photo_id: member.avatar ? member.id : 0,
    ...memberImages(member, origin),
  };
}
