import { counted } from '#lib/text.ts';
import type { FeedItem, PictureSource } from '#domains/posts/feed-item.schema.ts';

/** What the share dialog shows of a post. */
export interface SharePreview {
  id: number;
  author: string;
  avatar: string | null;
  body: string;
  /** What else there is: a link's title, or that it is a video. */
  link?: string;
  picture?: PictureSource;
  photoCount: number;
}

/** Of a share this is its original: that is what is shared again. */
export function sharePreviewOf(item: FeedItem): SharePreview {
  const original = item.feed.attachment.find((one) => one.shared_post_data)?.shared_post_data?.[0] ?? item;
  const { action_id: id, subjectIformation, body, attachment } = original.feed;
  const pictures = attachment.flatMap((one) => one.picture ?? []);
  const other = attachment.find((one) => !one.picture && !one.shared_post_data);
  const link = other && (other.title || other.og_data?.openGraph.title || other.uri || 'A video');
  return { id, author: subjectIformation.displayname, avatar: subjectIformation.image_icon, body, ...(link ? { link } : {}), ...(pictures[0] ? { picture: pictures[0] } : {}), photoCount: pictures.length };
}

/** Whether a visitor could share it once signed in: decided by the original, which a share has to have. */
export function isShareableByMembers(item: FeedItem): boolean {
  const shared = item.feed.attachment.find((one) => one.shared_post_data);
  const original = shared ? shared.shared_post_data![0] : item;
  return original?.feed.privacy === 'everyone' && original.feed.shareable === 1;
}

/** '1 share', '12 shares', '99+ shares': counted no further. */
export const sharesText = (count: number): string => (count > 99 ? '99+ shares' : counted(count, 'share'));
