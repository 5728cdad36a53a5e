import { CalendarClock, Pencil, Trash2 } from 'lucide';
import { useState } from 'react';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import { feelingPhrase } from '#domains/posts/feelings/feeling-phrase.ts';
import { dateLabel, parseWire } from '#lib/dates.ts';
import { isolate, nameList } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import {
  isInContainer,
  type ScheduledChange,
  type ScheduledPostModel,
} from './scheduled-posts.model.ts';
import { ScheduledPostForm } from './ScheduledPostForm.tsx';

export interface ScheduledPostRowProps {
  post: ScheduledPostModel;
  timeZone: string;
  /** Both return whether it succeeded. */
  onChange: (change: ScheduledChange) => Promise<boolean>;
  onCancel: () => Promise<boolean>;
}

/** 'to Bo Reed · feeling happy · with Bo Reed · 2 attachments · Friends Only'. */
function toSummary(post: ScheduledPostModel): string {
  const { wall, isPaid, feeling, tagged, attachmentCount, audience } = post;
  return [
    wall?.name && `to ${isolate(wall.name)}`,
    isPaid && 'paid post',
    feeling && feelingPhrase(feeling),
    tagged.length > 0 && `with ${nameList(tagged)}`,
    attachmentCount > 0 && counted(attachmentCount, 'attachment'),
    !isInContainer(post) && audienceLabels[audience],
  ]
    .filter(Boolean)
    .join(' · ');
}

export function ScheduledPostRow({ post, timeZone, onChange, onCancel }: ScheduledPostRowProps) {
  const [state, setState] = useState<'shown' | 'editing' | 'asking'>('shown');
  const [isBusy, setBusy] = useState(false);
  const publishAt = parseWire(post.publishAt)!;
  const time = dateLabel(publishAt, new Date(), timeZone);

  const drop = async () => {
    setBusy(true);
    if (!(await onCancel())) setBusy(false);
  };

  return (
    <li className="scheduled-row">
      <div className="scheduled-head">
        <Icon of={CalendarClock} />
        <time dateTime={publishAt.toISOString()}>{time}</time>
        {state === 'shown' && (
          <>
            <IconButton
              label={`Edit the post for ${time}`}
              icon={<Icon of={Pencil} />}
              onClick={() => setState('editing')}
            />
            <IconButton
              label={`Cancel the post for ${time}`}
              icon={<Icon of={Trash2} />}
              onClick={() => setState('asking')}
            />
          </>
        )}
      </div>
      {state === 'editing' ? (
        <ScheduledPostForm
          post={post}
          timeZone={timeZone}
          onSave={onChange}
          onClose={() => setState('shown')}
        />
      ) : (
        <>
          {post.body && (
            <p className="scheduled-body" dir="auto">
              {post.body}
            </p>
          )}
          {post.uri && <p className="scheduled-link">{post.uri}</p>}
          <p className="scheduled-about">{toSummary(post)}</p>
        </>
      )}
      {state === 'asking' && (
        <div className="scheduled-ask" role="group" aria-label="Cancel this post?">
          <p>It will not be published, and its text will be deleted.</p>
          <Button autoFocus onClick={() => setState('shown')}>
            Keep it
          </Button>
          <Button variant="danger" busy={isBusy} onClick={drop}>
            Cancel post
          </Button>
        </div>
      )}
    </li>
  );
}
