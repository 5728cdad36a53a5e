import type { Attachment, FeedItem } from '#domains/posts/feed-item.schema.ts';
import { postOptionsPath } from '#domains/posts/posts.rules.ts';
import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { counted } from '#lib/text.ts';
import { toWireType } from '#lib/wire-names.ts';

/** A share of a photo or a video passes that on. */
function mediaPreview({
  attachment_type,
  attachment_id: id,
  content_url,
  owner,
  title,
  body,
  picture,
}: Attachment): SharePreview {
  const type = attachment_type === 'video' ? attachment_type : 'photo';
  return {
    type,
    id,
    path: new URL(content_url, 'http://site.invalid').pathname,
    author: owner?.displayname ?? '',
    avatar: owner?.image_icon ?? null,
    body,
    ...(type === 'video' ? { link: title || 'A video' } : {}),
    ...(picture ? { picture } : {}),
    photoCount: 1,
  };
}

const shareScreen = (postId: number) => `${postOptionsPath(postId)}#share`;

/** What Share shares: of a share its original. */
export function sharePreviewOf(item: FeedItem): SharePreview {
  const media = item.feed.attachment.find(({ owner }) => owner);
  if (media) return { ...mediaPreview(media), screen: shareScreen(item.feed.action_id) };
  const original =
    item.feed.attachment.find((one) => one.shared_post_data)?.shared_post_data?.[0] ?? item;
  const { action_id: id, subjectIformation, body, attachment } = original.feed;
  const pictures = attachment.flatMap((one) => one.picture ?? []);
  const other = attachment.find((one) => !one.picture && !one.shared_post_data);
  const link = other && (other.title || other.og_data?.openGraph.title || other.uri || 'A video');
  return {
    type: 'post',
    id,
    path: `/posts/${id}`,
    screen: shareScreen(id),
    author: subjectIformation.displayname,
    avatar: subjectIformation.image_icon,
    body,
    ...(link ? { link } : {}),
    ...(pictures[0] ? { picture: pictures[0] } : {}),
    photoCount: pictures.length,
  };
}

/**
 * Whether a visitor could share it once signed in: decided by the original, which a share has to
 * have.
 */
export function isShareableByMembers(item: FeedItem): boolean {
  const { attachment, share_params_type: sharedType } = item.feed;
  const isMedia = sharedType !== undefined && sharedType !== toWireType('post');
  if (isMedia && !attachment.some(({ owner }) => owner)) return false;
  const shared = attachment.find((one) => one.shared_post_data);
  const original = shared ? shared.shared_post_data![0] : item;
  return original?.feed.privacy === 'everyone' && original.feed.shareable === 1;
}

/** '1 share', '12 shares', '99+ shares': counted no further. */
export const sharesText = (count: number): string =>
  count > 99 ? '99+ shares' : counted(count, 'share');
