import type { Comment } from '#domains/comments/comments.schema.ts';
import { shorten } from '#lib/text.ts';
import { deedSentence } from './deed.rules.ts';
import type { FeedItem } from './feed-item.schema.ts';

/** `YYYY-MM-DD HH:MM:SS` of the wire as ISO 8601. */
const iso = (wire: string) => `${wire.replace(' ', 'T')}Z`;

/** What search engines and link previews show of a post: only what its reader sees anyway. */
export interface PostMeta {
  title: string;
  description: string;
  url: string;
  image: { src: string; width: number; height: number; alt: string } | undefined;
  jsonLd: Record<string, unknown>;
}

const interaction = (kind: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${kind}`,
  userInteractionCount: count,
});

/** @param origin PUBLIC_ORIGIN, the base of every address */
export function postMeta(item: FeedItem, comments: Comment[], origin: string): PostMeta {
  const { feed } = item;
  const author = feed.subjectIformation.displayname;
  const authorUrl = feed.subject_type === 'sitepage_page' ? `${origin}/pages/page/${feed.subject_id}` : `${origin}/profile/${feed.subject_id}`;
  const url = `${origin}/posts/${feed.action_id}`;
  // Without words it says what it is.
  const sentence = deedSentence(author, { type: feed.type, photoCount: feed.photo_attachment_count, album: feed.params.album, friend: feed.params.friend });
  const oneLine = feed.body.replace(/\s+/g, ' ').trim();
  const photo = feed.attachment.find((one) => one.attachment_type === 'album_photo' && one.image_main);
  const image = photo?.image_main && {
    src: new URL(photo.image_main.src, origin).href,
    width: photo.image_main.width,
    height: photo.image_main.height,
    alt: photo.title || `Photo by ${author}`,
  };
  return {
    title: oneLine ? `${author}: ${shorten(oneLine, 70, 66)}` : sentence || `${author}'s post`,
    description: shorten(oneLine || (sentence ? `${sentence}.` : `A post by ${author}.`), 200, 190),
    url,
    image: image || undefined,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'SocialMediaPosting',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: shorten(oneLine || sentence || `A post by ${author}`, 110, 106),
      ...(feed.body ? { articleBody: feed.body } : {}),
      datePublished: iso(feed.date),
      dateModified: iso(feed.modified_date),
      author: { '@type': 'Person', name: author, url: authorUrl },
      ...(image ? { image: image.src } : {}),
      commentCount: feed.comment_count,
      interactionStatistic: [interaction('LikeAction', feed.like_count), interaction('CommentAction', feed.comment_count)],
      comment: comments.map((comment) => ({
        '@type': 'Comment',
        text: comment.comment_body,
        dateCreated: iso(comment.comment_date),
        author: { '@type': 'Person', name: comment.author_title, url: `${origin}/profile/${comment.user_id}` },
      })),
    },
  };
}
