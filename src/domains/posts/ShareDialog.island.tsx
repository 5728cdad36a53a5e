import { Link2, Share } from 'lucide-react';
import { useState, type ChangeEvent } from 'react';
import { sharePreview } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { copyPostLink, hasShareSheet, openShareSheet } from './post-link.store.ts';
import { sharePost } from './posts.store.ts';
import './post-dialogs.css';

const limit = 1000;

export interface ShareDialogProps {
  postId: number;
  author: string;
  body: string;
  open: boolean;
  onClose: () => void;
}

/** Share a post with words of one's own, or take its link elsewhere. */
export function ShareDialog({ postId, author, body, open, onClose }: ShareDialogProps) {
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);

  const share = async () => {
    setBusy(true);
    const isDone = await sharePost(postId, text);
    setBusy(false);
    if (!isDone) return;
    setText('');
    onClose();
  };

  const footer = (
    <>
      <Button icon={<Link2 aria-hidden="true" />} onClick={() => void copyPostLink(postId)}>
        Copy link
      </Button>
      {hasShareSheet() && (
        <Button icon={<Share aria-hidden="true" />} onClick={() => void openShareSheet(postId, `${author}'s post`)}>
          Share with…
        </Button>
      )}
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
        name={`share-${postId}`}
        value={text}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value)}
        maxLength={limit}
        used={text.length}
        rows={3}
        dir="auto"
      />
      <blockquote className="share-preview" dir="auto">
        <p className="share-author">{author}</p>
        {body && <p>{sharePreview(body)}</p>}
      </blockquote>
    </Dialog>
  );
}
