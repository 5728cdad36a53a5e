import { useLayoutEffect, useRef, useState, type ChangeEvent } from 'react';
import { counted, sharePreview } from '#lib/text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Field } from '#ui/Field.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import { shareKey, shareLength, toNoun, type SharePreview } from './shares.rules.ts';
import { share } from './shares.store.ts';
import './ShareDialog.css';

export interface ShareDialogProps {
  item: SharePreview;
  open: boolean;
  onClose: () => void;
}

/** Dialog that shares an item with a text. */
export function ShareDialog({ item, open, onClose }: ShareDialogProps) {
  const [text, write, forget] = useStoredState(shareKey(item), '');
  const [isPaid, setPaid] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const name = shareKey(item).replaceAll(' ', '-');

  // The dialog focuses its first button when it opens, so this runs after it.
  useLayoutEffect(() => {
    if (open) field.current?.focus();
  }, [open]);

  const send = async () => {
    setBusy(true);
    const isDone = await share(item, text, isPaid);
    setBusy(false);
    if (!isDone) return;
    forget();
    onClose();
  };

  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" busy={isBusy} onClick={send}>
        Share now
      </Button>
    </>
  );

  return (
    <Dialog title={`Share ${toNoun(item)}`} open={open} onClose={onClose} footer={footer}>
      <Field
        multiline
        label="Say something about it"
        aside={<EmojiButton id={`${name}-emoji`} field={field} />}
        ref={field}
        name={name}
        value={text}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => write(event.target.value)}
        maxLength={shareLength}
        used={text.length}
        rows={3}
        dir="auto"
      />
      <label>
        <input
          type="checkbox"
          checked={isPaid}
          onChange={(event) => setPaid(event.target.checked)}
        />{' '}
        Paid post
      </label>
      <Preview item={item} />
    </Dialog>
  );
}

function Preview({
  item: { author, avatar, body, link, picture, photoCount },
}: {
  item: SharePreview;
}) {
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
          <img
            src={`/media/${picture.id}/${width ?? 'original'}.webp`}
            width={picture.width}
            height={picture.height}
            alt={picture.alt}
          />
          {photoCount > 1 && <span className="share-more">{counted(photoCount, 'photo')}</span>}
        </span>
      )}
    </blockquote>
  );
}
