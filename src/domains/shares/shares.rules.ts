export const shareLength = 1000;

/** An item that can be shared, and how the share dialog shows it. */
export interface SharePreview {
  type: 'activity_action' | 'album_photo' | 'video';
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

const nouns = { activity_action: 'post', album_photo: 'photo', video: 'video' };
export const nounOf = ({ type }: Pick<SharePreview, 'type'>): string => nouns[type];

/** Names its draft and its idempotency key. */
export const shareKey = ({ type, id }: Pick<SharePreview, 'type' | 'id'>): string =>
  type === 'activity_action' ? `share ${id}` : `share ${type} ${id}`;
