import { mentionLinks } from '#domains/notifications/mentions.rules.ts';
import type { FeedAction } from '#domains/posts/feed-item.schema.ts';
import { classes } from '#ui/classes.ts';
import { Truncate } from '#ui/Truncate.tsx';

type Said = Pick<FeedAction, 'body' | 'tags' | 'mentions'>;

const isLoud = (text: string) =>
  text.length <= 40 &&
  !text.includes('\n') &&
  /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u.test(text);

/** Anybody by their username, and who is tagged by their name too. */
const mentionable = ({ tags, mentions }: Said) => [
  ...tags.flatMap(({ tag_id, tag_obj }) =>
    [tag_obj.displayname, tag_obj.username].map((name) => ({ name, href: `/profile/${tag_id}` })),
  ),
  ...mentionLinks(mentions),
];

/**
 * The text of a post: over 250 characters it is cut, with Show more. A few emoji alone speak
 * louder.
 */
export function PostBody({ feed }: { feed: Said }) {
  const text = feed.body;
  return (
    <div className={classes('post-body', isLoud(text) && 'post-body-short')} dir="auto">
      <Truncate text={text} people={mentionable(feed)} />
    </div>
  );
}
