import type { AttachmentModel, PostModel } from '#domains/posts/posts.model.ts';
import { postOptionsPath } from '#domains/posts/posts.rules.ts';
import type { SharePreview } from '#domains/shares/shares.rules.ts';
import { counted } from '#lib/text.ts';

/** Sharing a shared photo or video shares the photo or video itself. */
function mediaPreview({
  type: itemType,
  id,
  contentUrl,
  owner,
  title,
  body,
  picture,
}: AttachmentModel): SharePreview {
  const type = itemType === 'video' ? itemType : 'photo';
  return {
    type,
    id,
    path: new URL(contentUrl, 'http://site.invalid').pathname,
    author: owner?.displayname ?? '',
    avatar: owner?.image ?? null,
    body,
    ...(type === 'video' ? { link: title || 'A video' } : {}),
    ...(picture ? { picture } : {}),
    photoCount: 1,
  };
}

const shareScreen = (postId: number) => `${postOptionsPath(postId)}#share`;

/** Preview of the item that Share shares: for a share, its original. */
export function toSharePreview(post: PostModel): SharePreview {
  const media = post.attachments.find(({ owner }) => owner);
  if (media) return { ...mediaPreview(media), screen: shareScreen(post.id) };
  const { id, author, body, attachments } =
    post.attachments.find(({ original }) => original)?.original ?? post;
  const pictures = attachments.flatMap((one) => one.picture ?? []);
  const other = attachments.find((one) => !one.picture && one.original === undefined);
  const link = other && (other.title || other.card?.title || other.uri || 'A video');
  return {
    type: 'post',
    id,
    path: `/posts/${id}`,
    screen: shareScreen(id),
    author: author.displayname,
    avatar: author.image,
    body,
    ...(link ? { link } : {}),
    ...(pictures[0] ? { picture: pictures[0] } : {}),
    photoCount: pictures.length,
  };
}

/** Whether a visitor could share it after the log-in; a share needs a visible original. */
export function isShareableByMembers(post: PostModel): boolean {
  const { attachments, sharedType } = post;
  const isMedia = sharedType !== undefined && sharedType !== 'post';
  if (isMedia && !attachments.some(({ owner }) => owner)) return false;
  const share = attachments.find(({ original }) => original !== undefined);
  const original = share ? share.original : post;
  return original?.audience === 'everyone' && original.isShareable;
}

/** '1 share', '12 shares', '99+ shares', the highest count. */
export const sharesText = (count: number): string =>
  count > 99 ? '99+ shares' : counted(count, 'share');
