import { useStore } from '@nanostores/react';
import { EyeOff } from 'lucide';
import { useState } from 'react';
import type { PostAuthor } from '#domains/posts/posts.model.ts';
import { $hiddenAuthors, setAuthorHidden, showPostAgain } from '#domains/posts/posts.store.ts';
import { subjectKey } from '#lib/wire-names.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import './HiddenPost.css';

export interface HiddenPostProps {
  postId: number;
  author: PostAuthor;
}

/** Notice in place of a post that was just hidden. */
export function HiddenPost({ postId, author }: HiddenPostProps) {
  const hiddenAuthors = useStore($hiddenAuthors, { ssr: 'initial' });
  const [isBusy, setBusy] = useState(false);
  const isAuthorHidden = hiddenAuthors.has(subjectKey(author.type, author.id));

  const act = async (work: () => Promise<boolean>) => {
    if (isBusy) return;
    setBusy(true);
    await work();
    setBusy(false);
  };
  const undo = async () => {
    if (isAuthorHidden) return setAuthorHidden(author, false);
    const isDone = await showPostAgain(postId);
    if (isDone)
      requestAnimationFrame(() =>
        document
          .querySelector<HTMLElement>(`[data-post="${postId}"] .post-menu button`)
          ?.focus({ preventScroll: true }),
      );
    return isDone;
  };

  return (
    <Card
      as="article"
      className="hidden-post card-edge"
      aria-label="Hidden post"
      data-hidden-post={postId}
    >
      <Icon of={EyeOff} />
      <p>
        {isAuthorHidden ? 'All posts by ' : 'This post by '}
        <bdi>{author.displayname}</bdi>
        {isAuthorHidden ? ' are hidden from your feed.' : ' is hidden.'}
      </p>
      <div className="hidden-post-ways">
        <Button size="small" onClick={() => void act(undo)}>
          Undo
        </Button>
        {!isAuthorHidden && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => void act(() => setAuthorHidden(author, true))}
          >
            Hide all from <bdi>{author.displayname}</bdi>
          </Button>
        )}
      </div>
    </Card>
  );
}
