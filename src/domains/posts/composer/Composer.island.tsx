import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, type SyntheticEvent } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Counter } from '#ui/Field.tsx';
import { AudiencePicker } from './AudiencePicker.tsx';
import { $draft, $isPosting, $progress, changeDraft, emptyDraft, publish, restoreDraft } from './composer.store.ts';
import './composer.css';

const limit = 1000;

export interface ComposerProps {
  member: { id: number; displayname: string; avatar: string | null };
}

export default function Composer({ member }: ComposerProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { body, privacy } = useStore($draft, { ssr: () => emptyDraft });
  const isPosting = useStore($isPosting, { ssr: () => false });
  const progress = useStore($progress, { ssr: () => 0 });

  useLayoutEffect(() => restoreDraft(member.id, text.current!.value), [member.id]);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    await publish(member.id);
    // Either to mend what was refused, or for the next thought.
    text.current?.focus();
  };

  return (
    <Card as="section" className="composer card-edge" aria-label="Create a post">
      <form onSubmit={send}>
        <div className="composer-line">
          <Avatar name={member.displayname} src={member.avatar} eager />
          <textarea
            ref={text}
            // Where Create in the tab bar leads: the browser focuses it.
            id="create"
            name="body"
            rows={1}
            maxLength={limit}
            value={body}
            onChange={(event) => changeDraft(member.id, { body: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event);
            }}
            readOnly={isPosting}
            aria-label="What is on your mind?"
            aria-describedby="composer-counter"
            placeholder={`What is on your mind, ${member.displayname.split(' ')[0]}?`}
            dir="auto"
          />
        </div>
        <div className="composer-foot">
          <AudiencePicker value={privacy} onChange={(audience) => changeDraft(member.id, { privacy: audience })} disabled={isPosting} />
          <span id="composer-counter" className="composer-counter">
            <Counter used={body.length} limit={limit} />
          </span>
          <Button type="submit" variant="primary" busy={isPosting}>
            Post
          </Button>
        </div>
      </form>
      {progress > 0 && <progress className="composer-progress" max={100} value={progress} aria-label="Posting" />}
    </Card>
  );
}
