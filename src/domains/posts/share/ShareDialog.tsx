import { useLayoutEffect, useRef, useState, type ChangeEvent } from 'react';
import { counted, sharePreview } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Field } from '#ui/Field.tsx';
import { useKept } from '#ui/use-kept.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import type { SharePreview } from './share-preview.ts';
import '#domains/posts/post-dialogs.css';

export interface ShareDialogProps {
  post: SharePreview;
  open: boolean;
  /** Tells whether it went through; else the words stay. */
  onShare: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** Share a post with words of one's own. */
export function ShareDialog({ post, open, onShare, onClose }: ShareDialogProps) {
  const [text, write, forget] = useKept(`share ${post.id}`, '');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  // After the dialog has opened and put the focus on its first button.
  useLayoutEffect(() => {
    if (open) field.current?.focus();
  }, [open]);

  const share = async () => {
    setBusy(true);
    const isDone = await onShare(text);
    setBusy(false);
    if (!isDone) return;
    forget();
    onClose();
  };

  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" busy={isBusy} onClick={share}>
        Share now
      </Button>
    </>
  );

  return (
    <Dialog title="Share post" open={open} onClose={onClose} footer={footer}>
      <Field
        multiline
        label="Say something about it"
        aside={<EmojiButton id={`share-emoji-${post.id}`} field={field} />}
        ref={field}
        name={`share-${post.id}`}
        value={text}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => write(event.target.value)}
        maxLength={postLength}
        used={text.length}
        rows={3}
        dir="auto"
      />
      <Preview post={post} />
    </Dialog>
  );
}

function Preview({ post: { author, avatar, body, link, picture, photoCount } }: { post: SharePreview }) {
  const width = picture?.widths.toSorted((a, b) => a - b).find((one) => one >= 320);
  return (
    <blockquote className="share-preview" aria-label="What you share">
      <p className="share-author">
        <Avatar name={author} src={avatar} size={24} />
        <bdi>{author}</bdi>
      </p>
      {body && (
        <p className="share-body" dir="auto">
          {sharePreview(body)}
        </p>
      )}
      {link && (
        <p className="share-link" dir="auto">
          {link}
        </p>
      )}
      {picture && (
        <span className="share-picture">
          <img src={`/media/${picture.id}/${width ?? 'original'}.webp`} width={picture.width} height={picture.height} alt={picture.alt} />
          {photoCount > 1 && <span className="share-more">{counted(photoCount, 'photo')}</span>}
        </span>
      )}
    </blockquote>
  );
}
