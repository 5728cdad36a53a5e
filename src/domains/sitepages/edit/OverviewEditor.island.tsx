import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { overviewLength } from '#domains/sitepages/sitepages.rules.ts';
import { createDrafts } from '#lib/drafts.ts';
import { parseRichText, toPlainText, toRichText, type RichText } from '#lib/rich-text.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { useLazy } from '#ui/use-lazy.ts';

interface OverviewEditorProps {
  memberId: number;
  pageId: number;
  /** The stored text. */
  overview: RichText | null;
  /** Values that were refused. */
  typed?: string | undefined;
  typedTree?: string | undefined;
  error: string | null;
}

/** As the server stores it, in one order of the fields. */
const toStored = (text: RichText): string => JSON.stringify(parseRichText(JSON.stringify(text)));

const drafts = createDrafts<RichText>({
  encode: toStored,
  decode: (json) => parseRichText(json) ?? undefined,
});

const hasText = (text: RichText): boolean => toPlainText(text).trim() !== '';

/** The overview as a plain text; with script an editor takes its place when it is first used. */
export const OverviewEditor = memo(function OverviewEditor({
  memberId,
  pageId,
  overview,
  typed,
  typedTree,
  error,
}: OverviewEditorProps) {
  const name = `draft:${memberId}:overview ${pageId}`;
  const plain = useRef<HTMLDivElement>(null);
  const [RichTextEditor, needEditor] = useLazy(() =>
    import('#ui/rich-text/RichTextEditor.tsx').then((part) => part.RichTextEditor),
  );
  /** The text that the editor begins with; another version is another editor. */
  const [start, setStart] = useState<{ text: RichText; version: number }>();
  const [tree, setTree] = useState('');
  const [isRestored, setRestored] = useState(false);
  const served = typedTree ? parseRichText(typedTree) : overview;
  const text = typed ?? (served ? toPlainText(served) : '');

  const show = (next: RichText) => {
    setTree(toStored(next));
    setStart((old) => ({ text: next, version: (old?.version ?? 0) + 1 }));
  };
  const asServed = () => (served && typed === undefined ? served : toRichText(text));
  const begin = async () => {
    if (start || !(await needEditor())) return;
    const area = plain.current?.querySelector('textarea');
    const draft = drafts.getStored(name);
    // Typed before the editor was there.
    if (area && area.value !== area.defaultValue) return show(toRichText(area.value));
    if (draft) drafts.$drafts.setKey(name, draft);
    setRestored(draft !== undefined && toStored(draft) !== toStored(asServed()));
    show(draft ?? asServed());
  };
  const takeOver = useEffectEvent((next: RichText | undefined) => {
    if (!next) return;
    drafts.$drafts.setKey(name, next);
    if (start) show(next);
  });
  const discard = () => {
    drafts.set(name, undefined);
    setRestored(false);
    show(asServed());
  };
  const onStart = useEffectEvent(() => {
    const draft = drafts.getStored(name);
    // Once it was saved, the draft is the text of the page.
    const isSaved = draft && (overview ? toStored(draft) === toStored(overview) : !hasText(draft));
    if (isSaved) drafts.set(name, undefined);
    const isFocused = plain.current?.contains(document.activeElement);
    if (isFocused || typedTree || (draft && !isSaved)) void begin();
  });
  useEffect(() => {
    onStart();
    return drafts.follow(name, (next) => takeOver(next));
  }, [name]);

  if (start && RichTextEditor)
    return (
      <div className="field">
        <div className="field-head" aria-hidden="true">
          <strong>Overview</strong>
        </div>
        {isRestored && (
          <p className="notice">
            We have restored what you had not saved yet.{' '}
            <Button size="small" variant="quiet" onClick={discard}>
              Discard it
            </Button>
          </p>
        )}
        <RichTextEditor
          key={start.version}
          label="Overview"
          start={start.text}
          hasFocus
          errorId={error ? 'overview-problem' : undefined}
          onChange={(next) => {
            setTree(toStored(next));
            drafts.set(name, next);
          }}
        />
        <input type="hidden" name="overview_tree" value={tree} />
        {error && (
          <p className="field-error" id="overview-problem" role="alert">
            {error}
          </p>
        )}
      </div>
    );
  return (
    <div ref={plain} onFocus={() => void begin()}>
      <Field
        label="Overview"
        name="overview"
        multiline
        rows={14}
        maxLength={overviewLength}
        hint="Leave an empty line between paragraphs."
        defaultValue={text}
        error={error}
      />
    </div>
  );
});
