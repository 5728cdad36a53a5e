import { useLayoutEffect, useState, type ChangeEvent } from 'react';
import { otherWallLabels } from '#domains/policy/audience.rules.ts';
import { AudiencePicker } from '#domains/posts/composer/AudiencePicker.tsx';
import type { Audience } from '#domains/posts/posts.schema.ts';
import { parseWire } from '#lib/dates.ts';
import { fromWall, toWall } from '#lib/time-zones.ts';
import { Button } from '#ui/Button.tsx';
import { DateTimePicker } from '#ui/DateTimePicker.tsx';
import { Field } from '#ui/Field.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import { scheduleProblem, scheduleRange, scheduleStep } from './schedule.rules.ts';
import {
  isInContainer,
  type ScheduledChange,
  type ScheduledPostModel,
} from './scheduled-posts.model.ts';

export interface ScheduledPostFormProps {
  post: ScheduledPostModel;
  timeZone: string;
  onSave: (change: ScheduledChange) => Promise<boolean>;
  onClose: () => void;
}

/** Text, privacy and time of a post for later. Unchanged fields are not sent. */
export function ScheduledPostForm({ post, timeZone, onSave, onClose }: ScheduledPostFormProps) {
  const before = toWall(parseWire(post.publishAt)!, timeZone);
  const [{ body, privacy, wall }, write, forget] = useStoredState(`scheduled ${post.id}`, {
    body: post.body,
    privacy: post.audience,
    wall: before,
  });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useLayoutEffect(() => document.getElementById(`field-scheduled-${post.id}`)?.focus(), [post.id]);

  const change = (changed: Partial<{ body: string; privacy: Audience; wall: string }>) =>
    write({ body, privacy, wall, ...changed });
  const discard = () => {
    forget();
    onClose();
  };
  const save = async () => {
    const publishAt = fromWall(wall, timeZone);
    const problem = wall === before ? null : scheduleProblem(publishAt, new Date());
    setError(problem);
    if (problem) return;
    setBusy(true);
    const isDone = await onSave({
      id: post.id,
      ...(body === post.body ? {} : { body }),
      ...(privacy === post.audience ? {} : { audience: privacy }),
      ...(wall === before ? {} : { publishAt: publishAt! }),
    });
    setBusy(false);
    if (isDone) discard();
  };

  return (
    <div className="scheduled-form">
      <Field
        multiline
        label="Text"
        name={`scheduled-${post.id}`}
        value={body}
        maxLength={1000}
        used={body.length}
        rows={4}
        dir="auto"
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => change({ body: event.target.value })}
      />
      <DateTimePicker
        label="Publish"
        name={`publish-${post.id}`}
        value={wall}
        {...scheduleRange(new Date(), timeZone)}
        step={scheduleStep}
        error={error}
        onChange={(next) => change({ wall: next })}
      />
      <div className="scheduled-actions">
        {!isInContainer(post) && (
          <AudiencePicker
            value={privacy}
            labels={post.wall && otherWallLabels}
            onChange={(next) => change({ privacy: next })}
          />
        )}
        <Button onClick={discard}>Cancel</Button>
        <Button variant="primary" busy={isBusy} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}
