import { Truncate } from '#ui/Truncate.tsx';
import { classes } from '#ui/classes.ts';
import { LinkedText } from '#ui/LinkedText.tsx';

const isLoud = (text: string) => text.length <= 40 && !text.includes('\n') && /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u.test(text);

/** The text of a post: cut at 250 with Show more, unless it stands on its own page. */
export function PostBody({ text, isWhole = false }: { text: string; isWhole?: boolean }) {
  return (
    <div className={classes('post-body', isLoud(text) && 'post-body-short')} dir="auto">
      {isWhole ? <LinkedText text={text} /> : <Truncate text={text} />}
    </div>
  );
}
