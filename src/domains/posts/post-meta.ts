import type { Comment } from '#domains/comments/comments.schema.ts';
import { isolate } from '#lib/names.ts';
import { shorten } from '#lib/text.ts';
import { fromWireType, toWireType } from '#lib/wire-names.ts';
import { activityText } from './activity-headline.rules.ts';
import type { FeedItem } from './feed-item.schema.ts';

/** `YYYY-MM-DD HH:MM:SS` of the wire as ISO 8601. */
const iso = (wire: string) => `${wire.replace(' ', 'T')}Z`;

export interface PreviewImage {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/** What search engines and link previews show of a post: only what its reader sees anyway. */
export interface PostMeta {
  title: string;
  description: string;
  url: string;
  image: PreviewImage | undefined;
  /** The same picture in every stored size, the largest first. */
  sizes: PreviewImage[];
  jsonLd: Record<string, unknown>;
}

const interaction = (kind: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${kind}`,
  userInteractionCount: count,
});

/**
 * The photo, or the still of the video, that stands for a post; of a share that of its original.
 */
function imagesOf(item: FeedItem, origin: string): PreviewImage[] {
  const { attachment: attachments, subjectIformation } = item.feed;
  const shared = sharedPostOf(item);
  const shown = attachments.find(
    ({ attachment_type: type, image_main }) => /photo|video/.test(type) && image_main,
  );
  if (!shown) return shared ? imagesOf(shared, origin) : [];
  const kind = shown.attachment_type === 'video' ? 'Video' : 'Photo';
  const alt =
    shown.picture?.alt || shown.title || `${kind} by ${isolate(subjectIformation.displayname)}`;
  const { image_main, image_medium, image_normal, image_icon } = shown;
  const all = [image_main, image_medium, image_normal, image_icon].flatMap(
    (image): PreviewImage[] =>
      image
        ? [{ src: new URL(image.src, origin).href, width: image.width, height: image.height, alt }]
        : [],
  );
  return all.filter(({ src }, index) => all.findIndex((one) => one.src === src) === index);
}

const sharedPostOf = ({ feed }: FeedItem): FeedItem | undefined =>
  feed.attachment.find((one) => one.shared_post_data)?.shared_post_data?.[0];

/** What a post passes on: another post, or a page of the web. */
function sharedContentOf(item: FeedItem, origin: string): Record<string, unknown> | undefined {
  const shared = sharedPostOf(item);
  if (shared) {
    const { '@context': _, comment: __, ...content } = postMeta(shared, [], origin).jsonLd;
    return content;
  }
  const media = item.feed.attachment.find(({ owner }) => owner);
  if (media?.owner) {
    return {
      '@type': media.attachment_type === 'video' ? 'VideoObject' : 'ImageObject',
      url: new URL(media.content_url, origin).href,
      author: {
        '@type': 'Person',
        name: media.owner.displayname,
        url: `${origin}/profile/${media.owner.user_id}`,
      },
    };
  }
  const link = item.feed.attachment.find(
    ({ attachment_type: type }) => type === toWireType('link'),
  );
  return link && { '@type': 'WebPage', url: link.uri, ...(link.title ? { name: link.title } : {}) };
}

function videoOf(
  { feed }: FeedItem,
  image: PreviewImage | undefined,
  origin: string,
): Record<string, unknown> | undefined {
  const video = feed.attachment.find(({ attachment_type: type }) => type === 'video');
  if (!video?.attachment_video_url || !image) return undefined;
  const isFile = video.video !== undefined;
  const address = new URL(video.attachment_video_url, origin).href;
  return {
    '@type': 'VideoObject',
    name: video.title || image.alt,
    description: video.body || video.title || image.alt,
    thumbnailUrl: image.src,
    uploadDate: iso(feed.date),
    ...(isFile ? { contentUrl: address } : { embedUrl: address }),
    ...(video.video?.duration ? { duration: `PT${video.video.duration}S` } : {}),
  };
}

/** @param origin PUBLIC_ORIGIN, the base of every address */
export function postMeta(item: FeedItem, comments: Comment[], origin: string): PostMeta {
  const { feed } = item;
  const author = feed.subjectIformation.displayname;
  const name = isolate(author);
  const authorUrl =
    feed.subject_type === toWireType('page')
      ? `${origin}/pages/page/${feed.subject_id}`
      : `${origin}/profile/${feed.subject_id}`;
  const url = `${origin}/posts/${feed.action_id}`;
  // Without words it says what it is.
  const sentence = activityText(author, {
    type: feed.type,
    photoCount: feed.photo_attachment_count,
    album: feed.params.album,
    friend: feed.params.friend,
    sharedType: feed.share_params_type && fromWireType(feed.share_params_type),
  });
  const oneLine = feed.body.replace(/\s+/g, ' ').trim();
  const sizes = imagesOf(item, origin);
  const [image] = sizes;
  const video = videoOf(item, image, origin);
  const sharedContent = sharedContentOf(item, origin);
  return {
    title: oneLine ? `${name}: ${shorten(oneLine, 70, 66)}` : sentence || `${name}'s post`,
    description: shorten(oneLine || (sentence ? `${sentence}.` : `A post by ${name}.`), 200, 190),
    url,
    image,
    sizes,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'SocialMediaPosting',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: shorten(oneLine || sentence || `A post by ${name}`, 110, 106),
      ...(feed.body ? { articleBody: feed.body } : {}),
      datePublished: iso(feed.date),
      dateModified: iso(feed.modified_date),
      author: { '@type': 'Person', name: author, url: authorUrl },
      ...(image ? { image: image.src } : {}),
      ...(video ? { video } : {}),
      ...(sharedContent ? { sharedContent } : {}),
      commentCount: feed.comment_count,
      interactionStatistic: [
        interaction('LikeAction', feed.like_count),
        interaction('CommentAction', feed.comment_count),
      ],
      comment: comments.map((comment) => ({
        '@type': 'Comment',
        text: comment.comment_body,
        dateCreated: iso(comment.comment_date),
        author: {
          '@type': 'Person',
          name: comment.author_title,
          url: `${origin}/profile/${comment.user_id}`,
        },
      })),
    },
  };
}
