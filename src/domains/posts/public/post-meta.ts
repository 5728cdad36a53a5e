import { headlineText } from '#domains/activities/headline.rules.ts';
import type { PlainCommentModel } from '#domains/comments/comments.model.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { itemPath } from '#lib/item-path.ts';
import { isolate } from '#lib/names.ts';
import type { PreviewPicture } from '#lib/preview-picture.ts';
import { shorten } from '#lib/text.ts';

/** Wire time `YYYY-MM-DD HH:MM:SS` as ISO 8601. */
const iso = (wire: string) => `${wire.replace(' ', 'T')}Z`;

export interface PreviewImage extends PreviewPicture {
  alt: string;
}

/** Metadata for search engines and link previews: no more than the reader sees. */
export interface PostMeta {
  title: string;
  description: string;
  url: string;
  authorUrl: string;
  image: PreviewImage | undefined;
  /** The same image in every stored size, the largest first. */
  sizes: PreviewImage[];
  jsonLd: Record<string, unknown>;
}

const interaction = (kind: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${kind}`,
  userInteractionCount: count,
});

const toAuthor = ({ type, id, displayname }: PostModel['author'], origin: string) => ({
  '@type': type === 'member' ? 'Person' : 'Organization',
  name: displayname,
  url: `${origin}${itemPath(type, id)}`,
});

/** Whether a member wrote it in a container, and not in its name: one of its discussions. */
const isDiscussion = ({ author, wall }: PostModel) =>
  wall.type !== 'member' && author.type === 'member';

/** Search engines get the names alone of those who take part in a discussion. */
const toPerson = (name: string) => ({ '@type': 'Person', name });

/** The first photo or video still of a post; for a share, that of its original. */
function toImages(post: PostModel, origin: string): PreviewImage[] {
  const original = originalOf(post);
  const shown = post.attachments.find(
    ({ type, images }) => (type === 'photo' || type === 'video') && images.main,
  );
  if (!shown) return original ? toImages(original, origin) : [];
  const kind = shown.type === 'video' ? 'Video' : 'Photo';
  const alt = shown.picture?.alt || shown.title || `${kind} by ${isolate(post.author.displayname)}`;
  const { main, medium, normal, icon } = shown.images;
  const all = [main, medium, normal, icon].flatMap((image): PreviewImage[] =>
    image
      ? [{ src: new URL(image.src, origin).href, width: image.width, height: image.height, alt }]
      : [],
  );
  return all.filter(({ src }, index) => all.findIndex((one) => one.src === src) === index);
}

const originalOf = ({ attachments }: PostModel): PostModel | null | undefined =>
  attachments.find(({ original }) => original)?.original;

/** The post, photo, video or web page that a post shares. */
function toSharedContent(post: PostModel, origin: string): Record<string, unknown> | undefined {
  const original = originalOf(post);
  if (original) {
    const { '@context': _, comment: __, ...content } = postMeta(original, [], origin).jsonLd;
    return content;
  }
  const media = post.attachments.find(({ owner }) => owner);
  if (media?.owner) {
    return {
      '@type': media.type === 'video' ? 'VideoObject' : 'ImageObject',
      url: new URL(media.contentUrl, origin).href,
      author: toAuthor(media.owner, origin),
    };
  }
  const link = post.attachments.find(({ type }) => type === 'link');
  return link && { '@type': 'WebPage', url: link.uri, ...(link.title ? { name: link.title } : {}) };
}

function toVideo(
  { attachments, publishedAt }: PostModel,
  image: PreviewImage | undefined,
  origin: string,
): Record<string, unknown> | undefined {
  const video = attachments.find(({ type }) => type === 'video');
  if (!video?.videoUrl || !image) return undefined;
  const isFile = video.video !== undefined;
  const address = new URL(video.videoUrl, origin).href;
  return {
    '@type': 'VideoObject',
    name: video.title || image.alt,
    description: video.body || video.title || image.alt,
    thumbnailUrl: image.src,
    uploadDate: iso(publishedAt),
    ...(isFile ? { contentUrl: address } : { embedUrl: address }),
    ...(video.video?.duration ? { duration: `PT${video.video.duration}S` } : {}),
  };
}

/** @param origin PUBLIC_ORIGIN, the base of every address */
export function postMeta(post: PostModel, comments: PlainCommentModel[], origin: string): PostMeta {
  const { author, body } = post;
  const name = isolate(author.displayname);
  const authorUrl = `${origin}${itemPath(author.type, author.id)}`;
  const url = `${origin}/posts/${post.id}`;
  // Stands in for the text of posts without one.
  const sentence = headlineText(author.displayname, post.headline);
  const oneLine = body.replace(/\s+/g, ' ').trim();
  const sizes = toImages(post, origin);
  const [image] = sizes;
  const video = toVideo(post, image, origin);
  const sharedContent = toSharedContent(post, origin);
  const inDiscussion = isDiscussion(post);
  return {
    title: oneLine ? `${name}: ${shorten(oneLine, 70, 66)}` : sentence || `${name}'s post`,
    description: shorten(oneLine || (sentence ? `${sentence}.` : `A post by ${name}.`), 200, 190),
    url,
    authorUrl,
    image,
    sizes,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': inDiscussion ? 'DiscussionForumPosting' : 'SocialMediaPosting',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: shorten(oneLine || sentence || `A post by ${name}`, 110, 106),
      ...(body ? { articleBody: body } : {}),
      datePublished: iso(post.publishedAt),
      dateModified: iso(post.modifiedAt),
      author: inDiscussion ? toPerson(author.displayname) : toAuthor(author, origin),
      ...(inDiscussion
        ? { isPartOf: { '@type': 'WebPage', url: origin + itemPath(post.wall.type, post.wall.id) } }
        : {}),
      ...(image ? { image: image.src } : {}),
      ...(video ? { video } : {}),
      ...(sharedContent ? { sharedContent } : {}),
      commentCount: post.commentCount,
      interactionStatistic: [
        interaction('LikeAction', post.likeCount),
        interaction('CommentAction', post.commentCount),
      ],
      comment: comments.map((comment) => ({
        '@type': 'Comment',
        text: comment.body,
        dateCreated: iso(comment.createdAt),
        author: inDiscussion
          ? toPerson(comment.author.name)
          : {
              '@type': 'Person',
              name: comment.author.name,
              url: `${origin}/profile/${comment.author.id}`,
            },
      })),
    },
  };
}

/** The words on the drawn card of a post without a picture. */
export const postWords = (post: PostModel, origin: string) => ({
  title: post.author.displayname,
  text: postMeta(post, [], origin).description,
});
