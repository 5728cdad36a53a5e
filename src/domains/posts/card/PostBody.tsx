import { mentionLinks } from '#domains/mentions/mentions.rules.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import { classes } from '#ui/classes.ts';
import { Truncate } from '#ui/Truncate.tsx';

type PostText = Pick<PostModel, 'body' | 'tagged' | 'mentions'>;

const isLoud = (text: string) =>
  text.length <= 40 &&
  !text.includes('\n') &&
  /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u.test(text);

/** Links anybody by username, and tagged members by name too. */
const mentionable = ({ tagged, mentions }: PostText) => [
  ...tagged.flatMap(({ id, name, username }) =>
    [name, username].map((text) => ({ name: text, href: `/profile/${id}` })),
  ),
  ...mentionLinks(mentions),
];

/**
 * The text of a post, cut after 250 characters, with Show more. A short text of emoji only is drawn
 * larger.
 */
export function PostBody({ post }: { post: PostText }) {
  const text = post.body;
  return (
    <div className={classes('post-body', isLoud(text) && 'post-body-short')} dir="auto">
      <Truncate text={text} people={mentionable(post)} />
    </div>
  );
}
