import { useEffect, useEffectEvent, useState } from 'react';
import type { PersonModel } from '#domains/friends/friends.model.ts';
import { listStoryViewers } from '#domains/stories/stories.calls.ts';
import { toViewers } from '#domains/stories/stories.model.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { UserLink } from '#ui/UserLink.tsx';

interface Viewers {
  people: PersonModel[];
  total: number;
  page: number;
}

/** Viewers of an own story, latest first. */
export function StoryViewersDialog({ storyId, onClose }: { storyId: number; onClose: () => void }) {
  const [viewers, setSeen] = useState<Viewers>();
  const [state, setState] = useState<'busy' | 'failed' | 'idle'>('busy');
  const load = async (page: number) => {
    setState('busy');
    try {
      const found = toViewers(await listStoryViewers({ id: storyId, page }));
      setSeen((before) => {
        const people = page === 1 ? [] : (before?.people ?? []);
        const known = new Set(people.map(({ id }) => id));
        return {
          people: [...people, ...found.people.filter(({ id }) => !known.has(id))],
          total: found.total,
          page,
        };
      });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const open = useEffectEvent(() => void load(1));
  useEffect(() => open(), [storyId]);
  return (
    <Dialog title="Seen by" open onClose={onClose} size="small" isLight>
      {viewers && viewers.people.length > 0 && (
        <ul className="story-viewers">
          {viewers.people.map(({ id, name, image }) => (
            <li key={id}>
              <UserLink href={`/profile/${id}`} name={name} src={image} size={40} />
            </li>
          ))}
        </ul>
      )}
      {viewers && viewers.total === 0 && state === 'idle' && <p>Nobody has seen this story yet.</p>}
      {!viewers && state === 'busy' && <p role="status">Loading...</p>}
      {state === 'failed' && (
        <ErrorState onRetry={() => void load((viewers?.page ?? 0) + 1)}>
          This could not be loaded.
        </ErrorState>
      )}
      {viewers && viewers.people.length < viewers.total && state !== 'failed' && (
        <Button wide busy={state === 'busy'} onClick={() => void load(viewers.page + 1)}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}
