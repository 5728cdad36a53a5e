import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { altLength } from '#domains/media/media.rules.ts';
import { otherWallLabels } from '#domains/policy/audience.rules.ts';
import { AudiencePicker } from '#domains/posts/composer/AudiencePicker.tsx';
import type { PostEdit } from '#domains/posts/posts.model.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Field } from '#ui/Field.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import type { Editable } from './editable-post.ts';
import { PaidTick } from './PaidTick.tsx';
import './EditPostDialog.css';

export interface EditPostDialogProps {
  post: Editable;
  open: boolean;
  /** Returns whether it succeeded, and the newer version if the post was edited meanwhile. */
  onSave: (edit: PostEdit) => Promise<{ isDone: boolean; newer?: Editable | undefined }>;
  onClose: () => void;
}

/** The member's changes so far, and the version they are based on. */
interface Draft {
  body: string;
  audience?: Audience;
  isPaid?: boolean;
  alts: Record<string, string>;
  seen: string;
}

/** Text, audience and the descriptions of the photos of an own post. */
export function EditPostDialog({ post, open, onSave, onClose }: EditPostDialogProps) {
  const { id, photos } = post;
  const [draft, write, forget] = useStoredState<Draft>(`edit ${id}`, {
    body: post.body,
    alts: {},
    seen: post.modifiedDate,
  });
  const [newer, setNewer] = useState<Editable>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { body, alts } = draft;
  const audience = draft.audience ?? post.audience;
  const isPaid = draft.isPaid ?? post.isPaid;
  const text = useRef<HTMLTextAreaElement>(null);

  // After the dialog has opened and focused its first button.
  useEffect(() => {
    const field = text.current;
    if (!open || !field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [open]);

  const change = (changed: Partial<Draft>) => {
    setProblem(null);
    write({ ...draft, ...changed });
  };
  const discard = () => {
    forget();
    onClose();
  };
  const save = async () => {
    if (!body.trim() && !post.hasMore) {
      setProblem('Post cannot be empty');
      text.current?.focus();
      return;
    }
    setBusy(true);
    const saved = await onSave({
      body,
      ...(audience === post.audience ? {} : { audience }),
      ...(isPaid === post.isPaid ? {} : { isPaid }),
      ...(Object.keys(alts).length ? { alts } : {}),
      seen: draft.seen,
    });
    setBusy(false);
    if (saved.isDone) return discard();
    if (!saved.newer) return;
    // Shown beside the member's text; saving again overwrites it.
    setNewer(saved.newer);
    change({ seen: saved.newer.modifiedDate });
  };

  const footer = (
    <>
      <Button onClick={discard}>Cancel</Button>
      <Button variant="primary" busy={isBusy} onClick={save}>
        Save
      </Button>
    </>
  );

  return (
    <Dialog title="Edit post" open={open} onClose={onClose} footer={footer}>
      {newer && (
        <div className="edit-newer" role="alert">
          <p>
            This post was changed elsewhere while you were writing. Save again to replace that text
            with yours.
          </p>
          <blockquote dir="auto">{newer.body || 'No text'}</blockquote>
          <Button
            size="small"
            onClick={() => {
              change({ body: newer.body });
              setNewer(undefined);
            }}
          >
            Use that text
          </Button>
        </div>
      )}
      <Field
        multiline
        label="Text"
        aside={<EmojiButton id={`edit-emoji-${id}`} field={text} />}
        ref={text}
        name="edit-post"
        value={body}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => change({ body: event.target.value })}
        error={problem}
        maxLength={postLength}
        used={body.length}
        rows={6}
        dir="auto"
      />
      {post.albumHref && (
        <p className="edit-of-album">
          Its <a href={post.albumHref}>album</a> decides who can see it.
        </p>
      )}
      {!post.albumHref && post.isForFriends && (
        <p className="edit-of-album">Your friends can see it.</p>
      )}
      {!post.albumHref && !post.isForFriends && (post.wall ?? 'member') === 'member' && (
        <div className="edit-audience">
          <AudiencePicker
            value={audience}
            labels={post.wall && otherWallLabels}
            onChange={(next) => change({ audience: next })}
            disabled={isBusy}
          />
        </div>
      )}
      {post.isMarkOpen && (
        <PaidTick isPaid={isPaid} onChange={(next) => change({ isPaid: next })} />
      )}
      {photos.length > 0 && (
        <fieldset className="edit-photos">
          <legend>
            Describe {photos.length === 1 ? 'the photo' : 'the photos'} for people who cannot see{' '}
            {photos.length === 1 ? 'it' : 'them'}
          </legend>
          {photos.map(({ photoId, src, alt }, index) => (
            <div className="edit-photo" key={photoId}>
              <img src={src} width={72} height={72} alt="" loading="lazy" />
              <Field
                multiline
                rows={2}
                label={`Description of photo ${index + 1}`}
                name={`edit-alt-${photoId}`}
                value={alts[photoId] ?? alt}
                onChange={(event: ChangeEvent<HTMLTextAreaElement>) =>
                  change({ alts: { ...alts, [photoId]: event.target.value } })
                }
                maxLength={altLength}
                dir="auto"
              />
            </div>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
