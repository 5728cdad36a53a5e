import { useStore } from '@nanostores/react';
import { Eye, SendHorizontal } from 'lucide';
import { useEffectEvent, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { compose } from '#domains/messages/messages.calls.ts';
import { reactionCall } from '#domains/reactions/reaction-call.ts';
import { ReactionPicker } from '#domains/reactions/ReactionPicker.tsx';
import { $reactionChanges } from '#domains/reactions/reactions.store.ts';
import type { StoryModel } from '#domains/stories/stories.model.ts';
import { storyPath } from '#domains/stories/story-path.rules.ts';
import { formCall } from '#lib/form-call.ts';
import { isolate } from '#lib/names.ts';
import { counted } from '#lib/text.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { FormFields } from '#ui/FormFields.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { TextBox } from '#ui/TextBox.tsx';
import { useStoredState } from '#ui/use-stored-state.ts';
import { answerStory, reactToStory, storySubject } from './story-answers.store.ts';
import './StoryFoot.css';

export interface StoryFootProps {
  item: StoryModel;
  memberId: number;
  isOwn: boolean;
  /** Pauses the story while the member interacts here. */
  onEngage: (isEngaged: boolean) => void;
  onShowViewers: () => void;
}

/** Caption, and the view count for the owner or the reply field and reactions for others. */
export function StoryFoot({ item, memberId, isOwn, onEngage, onShowViewers }: StoryFootProps) {
  const { id, caption, viewCount, likeCount } = item;
  return (
    <footer
      className="story-foot"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onEngage(true)}
      onPointerLeave={({ pointerType, currentTarget }) =>
        pointerType === 'mouse' &&
        !currentTarget.contains(document.activeElement) &&
        onEngage(false)
      }
      onPointerDown={() => onEngage(true)}
      onFocus={() => onEngage(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && onEngage(false)
      }
    >
      {caption && (
        <p className="story-caption" dir="auto">
          {caption}
        </p>
      )}
      {isOwn ? (
        <button type="button" className="story-viewers-button" onClick={onShowViewers}>
          <Icon of={Eye} />
          Seen by {counted(viewCount, 'person', 'people')}
          {likeCount > 0 && ` · ${counted(likeCount, 'reaction')}`}
        </button>
      ) : (
        <div className="story-answer">
          {item.canAnswer && (
            <Answer item={item} memberId={memberId} onSent={() => onEngage(false)} />
          )}
          <Reactions key={id} item={item} onChosen={() => onEngage(false)} />
        </div>
      )}
    </footer>
  );
}

function Reactions({ item, onChosen }: { item: StoryModel; onChosen: () => void }) {
  const subject = storySubject(item.id);
  const changed = useStore($reactionChanges, { keys: [subject], ssr: 'initial' })[subject];
  const mine = changed ?? item.reaction;
  return (
    <ReactionPicker
      id={`story-reactions-${item.id}`}
      mine={mine}
      onChoose={(choice) => {
        void reactToStory(item.id, choice);
        onChosen();
      }}
      callOf={(choice) => reactionCall(wireSubject({ type: 'story', id: item.id }), choice)}
    />
  );
}

function Answer({
  item,
  memberId,
  onSent,
}: Pick<StoryFootProps, 'item' | 'memberId'> & { onSent: () => void }) {
  const [text, write, forget] = useStoredState(`story answer ${item.owner.id}`, '');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const takeTyped = useEffectEvent(() => {
    // Text typed before the scripts loaded.
    const typed = field.current!.value;
    if (typed && !text) write(typed);
  });
  useLayoutEffect(() => takeTyped(), []);
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (!body || isBusy) return;
    setBusy(true);
    const isSent = await answerStory(item, body);
    setBusy(false);
    if (!isSent) return;
    forget();
    field.current?.blur();
    onSent();
  };
  return (
    <form
      className="story-reply"
      method="post"
      action={storyPath(item.id)}
      onSubmit={(event) => void send(event)}
    >
      <FormFields
        call={formCall(compose, { toValues: String(item.owner.id), title: 'Reply to a story' })}
        form={{ member: memberId }}
      />
      <TextBox
        ref={field}
        id={`story-answer-${item.owner.id}`}
        label={`Reply to ${isolate(item.owner.name)}`}
        placeholder={`Reply to ${isolate(item.owner.name)}...`}
        value={text}
        limit={1000}
        onChange={write}
        onSend={(event) => void send(event)}
        sendsOnEnter="always"
      />
      <IconButton
        type="submit"
        label="Send"
        aria-busy={isBusy || undefined}
        icon={<Icon of={SendHorizontal} />}
      />
    </form>
  );
}
