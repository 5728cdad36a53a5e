import { isolate } from '#lib/names.ts';
import type { ItemType } from '#lib/wire-names.ts';

/**
 * So many photos of an album hang on one item of the feed at most; where there may be more, their
 * number is not told.
 */
export const maxCountedPhotos = 10;

function photos(count: number): string {
  if (count === 1) return 'a photo';
  return count < maxCountedPhotos ? `${count} photos` : 'photos';
}

interface Told<Album, Friend> {
  type: string;
  photoCount: number;
  /** Where its photos lie. */
  album?: Album | null | undefined;
  /** With whom its author has become friends. */
  friend?: Friend | null | undefined;
  /** Of a share: what it shares, if the reader may see it. */
  sharedType?: ItemType | '' | undefined;
}

const sharedNouns: Record<string, string | undefined> = { photo: 'a photo', video: 'a video' };

/**
 * What an item of the feed is besides its author's words: the rest of a sentence that begins with
 * their name, and the album or the friend that ends it.
 */
export function activityHeadline<Album, Friend>({
  type,
  photoCount,
  album,
  friend,
  sharedType = '',
}: Told<Album, Friend>): { text: string; album?: Album; friend?: Friend } {
  if (type === 'share') return { text: `shared ${sharedNouns[sharedType] ?? 'a post'}` };
  if (type === 'profile_photo_update') return { text: 'updated their profile photo' };
  if (type === 'friends' && friend) return { text: 'is now friends with', friend };
  return type === 'album_photo_new' && album
    ? { text: `added ${photos(photoCount)} to the album`, album }
    : { text: '' };
}

/** The whole sentence without its full stop; empty where there are only words. */
export function activityText(
  name: string,
  told: Told<{ title: string }, { displayname: string }>,
): string {
  const { text, album, friend } = activityHeadline(told);
  return (
    text &&
    [
      isolate(name),
      text,
      ...(album ? [isolate(album.title)] : []),
      ...(friend ? [isolate(friend.displayname)] : []),
    ].join(' ')
  );
}
