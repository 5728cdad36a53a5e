/** So many photos of an album hang on one item of the feed at most; where there may be more, their number is not told. */
export const mostTold = 10;

const photos = (count: number): string => (count === 1 ? 'a photo' : count < mostTold ? `${count} photos` : 'photos');

interface Told<Album> {
  type: string;
  photoCount: number;
  /** Where its photos lie. */
  album?: Album | null | undefined;
}

/** What an item of the feed is besides its author's words: the rest of a sentence that begins with their name, and the album that ends it. */
export function deedOf<Album>({ type, photoCount, album }: Told<Album>): { text: string; album?: Album } {
  if (type === 'share') return { text: 'shared a post' };
  if (type === 'profile_photo_update') return { text: 'updated their profile photo' };
  return type === 'album_photo_new' && album ? { text: `added ${photos(photoCount)} to the album`, album } : { text: '' };
}

/** The whole sentence without its full stop; empty where there are only words. */
export function deedSentence(name: string, told: Told<{ title: string }>): string {
  const { text, album } = deedOf(told);
  return text && [name, text, ...(album ? [album.title] : [])].join(' ');
}
