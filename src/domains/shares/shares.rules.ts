export const shareLength = 1000;

/** An item to share, as the share dialog shows it. */
export interface SharePreview {
  type: 'post' | 'photo' | 'video';
  id: number;
  /** Path of the item's page. */
  path: string;
  /** Path of the screen that shares it without script, if there is one. */
  screen?: string;
  author: string;
  avatar: string | null;
  body: string;
  /** Title of a link, or a label for a video. */
  link?: string;
  picture?: { id: number; width: number; height: number; widths: number[]; alt: string };
  photoCount: number;
}

const nouns = { post: 'post', photo: 'photo', video: 'video' };
export const toNoun = ({ type }: Pick<SharePreview, 'type'>): string => nouns[type];

/** Key of the draft and of the idempotency key. */
export const shareKey = ({ type, id }: Pick<SharePreview, 'type' | 'id'>): string =>
  type === 'post' ? `share ${id}` : `share ${type} ${id}`;
