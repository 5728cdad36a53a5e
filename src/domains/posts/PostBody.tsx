import { classes } from '#ui/classes.ts';
import { Truncate } from '#ui/Truncate.tsx';

const isLoud = (text: string) => text.length <= 40 && !text.includes('\n') && /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u.test(text);

/** The text of a post: over 250 characters it is cut, with Show more. A few emoji alone speak louder. */
export function PostBody({ text }: { text: string }) {
  return (
    <div className={classes('post-body', isLoud(text) && 'post-body-short')} dir="auto">
      <Truncate text={text} />
    </div>
  );
}
