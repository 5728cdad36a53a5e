import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { overviewLength } from '#domains/sitepages/sitepages.rules.ts';
import { getStored, setStored } from '#lib/browser-storage.ts';
import { parseRichText, toPlainText, toRichText, type RichText } from '#lib/rich-text.ts';
import { Field } from '#ui/Field.tsx';
import { useLazy } from '#ui/use-lazy.ts';

interface OverviewEditorProps {
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

/** The overview as a plain text; with script an editor takes its place when it is first used. */
export const OverviewEditor = memo(function OverviewEditor({
  pageId,
  overview,
  typed,
  typedTree,
  error,
}: OverviewEditorProps) {
  const name = `overview-${pageId}`;
  const plain = useRef<HTMLDivElement>(null);
  const [RichTextEditor, needEditor] = useLazy(() =>
    import('#ui/rich-text/RichTextEditor.tsx').then((part) => part.RichTextEditor),
  );
  const [start, setStart] = useState<RichText>();
  const [tree, setTree] = useState('');
  const served = typedTree ? parseRichText(typedTree) : overview;
  const text = typed ?? (served ? toPlainText(served) : '');

  const begin = async () => {
    if (start || !(await needEditor())) return;
    const area = plain.current?.querySelector('textarea');
    const kept = parseRichText(getStored(name, 'tab') ?? '');
    // Typed before the editor was there.
    const isChanged = area !== undefined && area !== null && area.value !== area.defaultValue;
    const asServed = served && typed === undefined ? served : toRichText(text);
    const first = isChanged ? toRichText(area.value) : (kept ?? asServed);
    setTree(toStored(first));
    setStart(first);
  };
  const onStart = useEffectEvent(() => {
    // Once it was saved, the draft is the text of the page.
    if (overview && getStored(name, 'tab') === toStored(overview)) setStored(name, '', 'tab');
    const isFocused = plain.current?.contains(document.activeElement);
    if (isFocused || typedTree || getStored(name, 'tab')) void begin();
  });
  useEffect(() => onStart(), []);

  if (start && RichTextEditor)
    return (
      <div className="field">
        <div className="field-head" aria-hidden="true">
          <strong>Overview</strong>
        </div>
        <RichTextEditor
          label="Overview"
          start={start}
          hasFocus
          errorId={error ? 'overview-problem' : undefined}
          onChange={(next) => {
            const json = toStored(next);
            setTree(json);
            setStored(name, json, 'tab');
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
        hint="Empty lines part paragraphs."
        defaultValue={text}
        error={error}
      />
    </div>
  );
});
