export const shareLength = 1000;

/** An item that can be shared, and how the share dialog shows it. */
export interface SharePreview {
  type: 'post' | 'photo' | 'video';
  id: number;
  /** Its page. */
  path: string;
  /** The screen where it is shared without script, if there is one. */
  screen?: string;
  author: string;
  avatar: string | null;
  body: string;
  /** A link's title, or that it is a video. */
  link?: string;
  picture?: { id: number; width: number; height: number; widths: number[]; alt: string };
  photoCount: number;
}

const nouns = { post: 'post', photo: 'photo', video: 'video' };
export const nounOf = ({ type }: Pick<SharePreview, 'type'>): string => nouns[type];

/** Names its draft and its idempotency key. */
export const shareKey = ({ type, id }: Pick<SharePreview, 'type' | 'id'>): string =>
  type === 'post' ? `share ${id}` : `share ${type} ${id}`;
