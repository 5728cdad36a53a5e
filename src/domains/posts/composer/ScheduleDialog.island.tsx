import { useStore } from '@nanostores/react';
import { useState } from 'react';
import {
  scheduleProblem,
  scheduleRange,
  scheduleStep,
} from '#domains/posts/schedule/schedule.rules.ts';
import { fromWall, nextStep, toWall } from '#lib/time-zones.ts';
import { Button } from '#ui/Button.tsx';
import { DateTimePicker } from '#ui/DateTimePicker.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { $draft, changeDraft } from './composer.store.ts';
import type { ToolDialogProps } from './ComposerTools.island.tsx';
import './composer-dialogs.css';

/** When the post is to be published; and behind a button all that wait for their time. */
export function ScheduleDialog({ memberId, timeZone, onClose }: ToolDialogProps) {
  const { publishAt } = useStore($draft);
  const [now] = useState(() => new Date());
  const [wall, setWall] = useState(() =>
    publishAt
      ? toWall(new Date(publishAt), timeZone)
      : nextStep(new Date(now.getTime() + 3_600_000), timeZone, scheduleStep),
  );
  const [error, setError] = useState<string | null>(null);
  const [isListing, setListing] = useState(false);
  const [ScheduledPosts, needScheduledPosts] = useLazy(() =>
    import('#domains/posts/schedule/ScheduledPosts.island.tsx').then((part) => part.ScheduledPosts),
  );

  const schedule = () => {
    const publishAt = fromWall(wall, timeZone);
    const problem = scheduleProblem(publishAt, new Date());
    setError(problem);
    if (problem || !publishAt) return;
    changeDraft(memberId, { publishAt: publishAt.toISOString() });
    onClose();
  };

  if (isListing && ScheduledPosts) {
    return (
      <Dialog
        title="Scheduled posts"
        open
        onClose={onClose}
        size="large"
        footer={<Button onClick={() => setListing(false)}>Back</Button>}
      >
        <ScheduledPosts timeZone={timeZone} />
      </Dialog>
    );
  }
  const footer = (
    <>
      {publishAt && (
        <Button
          onClick={() => {
            changeDraft(memberId, { publishAt: '' });
            onClose();
          }}
        >
          Post now instead
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" onClick={schedule}>
        Schedule
      </Button>
    </>
  );
  return (
    <Dialog title="Schedule post" open onClose={onClose} footer={footer}>
      <DateTimePicker
        label="Publish"
        name="publish-at"
        value={wall}
        {...scheduleRange(now, timeZone)}
        step={scheduleStep}
        hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}.`}
        error={error}
        onChange={(next) => {
          setWall(next);
          setError(null);
        }}
      />
      <p className="composer-note">
        Until then only you can see it, in your list of scheduled posts.
      </p>
      <Button
        variant="quiet"
        className="composer-listing"
        onClick={async () => setListing(await needScheduledPosts())}
      >
        See scheduled posts
      </Button>
    </Dialog>
  );
}
