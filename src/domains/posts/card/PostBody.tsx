import { classes } from '#ui/classes.ts';
import { Truncate } from '#ui/Truncate.tsx';
import type { PostTag } from '#domains/posts/feed-item.schema.ts';

const isLoud = (text: string) => text.length <= 40 && !text.includes('\n') && /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u.test(text);

/** Who is tagged may be mentioned, by either name. */
const mentionable = (tags: PostTag[]) =>
  tags.flatMap(({ tag_id, tag_obj }) => [tag_obj.displayname, tag_obj.username].map((name) => ({ name, href: `/profile/${tag_id}` })));

/** The text of a post: over 250 characters it is cut, with Show more. A few emoji alone speak louder. */
export function PostBody({ text, tags = [] }: { text: string; tags?: PostTag[] }) {
  return (
    <div className={classes('post-body', isLoud(text) && 'post-body-short')} dir="auto">
      <Truncate text={text} people={mentionable(tags)} />
    </div>
  );
}
