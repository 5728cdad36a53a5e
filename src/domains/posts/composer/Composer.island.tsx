import { useStore } from '@nanostores/react';
import { memo, useEffect, useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react';
import { postSource } from '#domains/mentions/mentions.model.ts';
import { useMentions } from '#domains/mentions/use-mentions.tsx';
import { createPost } from '#domains/posts/posts.calls.ts';
import { audienceField } from '#domains/posts/posts.model.ts';
import { PaidTick } from '#domains/posts/writing/PaidTick.tsx';
import { formCall } from '#lib/form-call.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Counter } from '#ui/Field.tsx';
import { FieldError, formErrorText, FormFields } from '#ui/FormFields.tsx';
import { TextBox } from '#ui/TextBox.tsx';
import { toast } from '#ui/toast.ts';
import { refuseStrayFiles, useDropTarget } from '#ui/transferred-files.ts';
import { AudiencePicker } from './AudiencePicker.tsx';
import type { ComposerTarget } from './composer-target.ts';
import { $draft, $isPosting, changeDraft, restoreDraft } from './composer.store.ts';
import { ComposerProgress } from './ComposerProgress.island.tsx';
import { ComposerTools, type ToolName } from './ComposerTools.island.tsx';
import { draftFrom, emptyDraft, type Draft, type FileLimits } from './draft.rules.ts';
import { DraftExtras } from './DraftExtras.island.tsx';
import { followOtherWindows } from './other-windows.store.ts';
import './composer.css';

const limit = 1000;

/** Loaded when somebody begins to write. */
const loadPublishing = () => import('./publish.store.ts');

/** The draft rendered by the server: empty, or a rejected one. */
const toDraft = ({ typed }: ServedForm): Draft =>
  typed
    ? draftFrom({ body: typed.body, privacy: typed[audienceField], isPaid: typed.is_paid === '1' })
    : emptyDraft;

export interface ComposerProps {
  member: { id: number; displayname: string; avatar: string | null; timeZone: string };
  limits: FileLimits;
  form: ServedForm;
  /** The wall of somebody else or a container; the own wall without it. */
  target?: ComposerTarget;
}

export default memo(function Composer({ member, limits, form, target }: ComposerProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { body, privacy, isPaid } = useStore($draft, { ssr: () => toDraft(form) });
  const isPosting = useStore($isPosting, { ssr: () => false });
  const [wasUsed, setUsed] = useState(false);
  const [tool, setTool] = useState<ToolName>();
  const [problem, setProblem] = useState(formErrorText(form));

  const { picker, onKey } = useMentions({
    field: text,
    value: body,
    source: postSource(privacy, target?.fields),
  });

  useLayoutEffect(() => {
    restoreDraft(member.id, text.current!.value, form.key, target?.key);
    return followOtherWindows(member.id);
  }, [member.id, form.key, target?.key]);
  useEffect(refuseStrayFiles, []);
  useEffect(() => {
    if (location.hash !== '#add-video') return;
    // On phones the tools are hidden until then, and a dialog in them as well.
    setUsed(true);
    setTool('video');
  }, []);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const part = await loadPublishing().catch(() => undefined);
    if (part) await part.publish(member.id, member.timeZone, target);
    else
      toast.error('Your post could not be sent. Please check your connection. Your draft is kept.');
    // To fix a rejected draft or to write the next post.
    text.current?.focus();
  };
  const take = (files: File[]) => {
    if (!isPosting)
      void import('./files.store.ts').then(({ addFiles }) => addFiles(member.id, files, limits));
  };
  const { isTarget, handlers } = useDropTarget(take);

  return (
    <Card
      as="section"
      className={classes(
        'composer card-edge',
        isTarget && 'composer-target',
        wasUsed && 'composer-open',
      )}
      aria-label={target?.label ?? 'Create a post'}
      onFocus={() => void loadPublishing().catch(() => undefined)}
      // Folding up again would move what the next tap is about.
      onBlur={() => setUsed(true)}
      {...handlers}
    >
      <form
        id="composer"
        className="composer-line"
        method="post"
        action={form.action}
        onSubmit={send}
      >
        <FormFields call={formCall(createPost, target?.fields)} form={form} />
        <Avatar name={member.displayname} src={member.avatar} eager />
        <TextBox
          ref={text}
          // Target of Create in the tab bar: the browser focuses it.
          id="create"
          label={target?.question ?? 'What is on your mind?'}
          placeholder={
            target?.question ?? `What is on your mind, ${member.displayname.split(' ')[0]}?`
          }
          value={body}
          limit={limit}
          describedBy="composer-counter"
          problem={problem}
          readOnly={isPosting}
          onChange={(next) => {
            setProblem('');
            changeDraft(member.id, { body: next });
          }}
          onSend={(event) => void send(event)}
          onKey={onKey}
          onFiles={take}
        />
      </form>
      <FieldError id="create-problem" text={problem} />
      {picker}
      <DraftExtras memberId={member.id} timeZone={member.timeZone} onOpen={setTool} />
      {/* Outside of the form, because its dialogs have their own forms. */}
      <div className="composer-foot">
        <ComposerTools
          memberId={member.id}
          timeZone={member.timeZone}
          limits={limits}
          open={tool}
          onOpen={setTool}
          disabled={isPosting}
        >
          <EmojiButton id="composer-emoji" field={text} />
        </ComposerTools>
        {(!target || target.audiences) && (
          <AudiencePicker
            form="composer"
            value={privacy}
            labels={target?.audiences}
            onChange={(audience) => changeDraft(member.id, { privacy: audience })}
            disabled={isPosting}
          />
        )}
        {/* Few posts need it, and there is room for it once one is written. */}
        {(body || isPaid || wasUsed) && (
          <PaidTick
            form="composer"
            isPaid={isPaid}
            onChange={(next) => changeDraft(member.id, { isPaid: next })}
            disabled={isPosting}
          />
        )}
        <div className="composer-end">
          <span id="composer-counter">
            <Counter used={body.length} limit={limit} />
          </span>
          <Button type="submit" form="composer" variant="primary" busy={isPosting}>
            Post
          </Button>
        </div>
      </div>
      <ComposerProgress />
    </Card>
  );
});
