import {
  Bold,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  Undo2,
  type IconNode,
} from 'lucide';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { safeHref, type RichText } from '#lib/rich-text.ts';
import { Button } from '#ui/Button.tsx';
import { EmojiButton, type EmojiField } from '#ui/EmojiButton.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import {
  hasLink,
  richTextCommands,
  richTextPlugins,
  setLink,
  type RichTextCommand,
} from './rich-text-commands.ts';
import { fromDocument, toDocument } from './rich-text-schema.ts';
import './RichTextEditor.css';

export interface RichTextEditorProps {
  label: string;
  /** The text to begin with. */
  start: RichText;
  onChange: (text: RichText) => void;
  hasFocus?: boolean;
  /** Id of the element that says what is wrong. */
  errorId?: string | undefined;
}

const buttons: Array<[RichTextCommand, string, IconNode]> = [
  ['bold', 'Bold', Bold],
  ['italic', 'Italic', Italic],
  ['heading', 'Heading', Heading],
  ['bulletList', 'List', List],
  ['orderedList', 'Numbered list', ListOrdered],
  ['undo', 'Undo', Undo2],
  ['redo', 'Redo', Redo2],
];

/** The view as a field that takes emoji. */
const emojiField = (view: EditorView): EmojiField => ({
  value: '',
  selectionStart: 0,
  selectionEnd: 0,
  maxLength: -1,
  setRangeText: (emoji: string) => view.dispatch(view.state.tr.insertText(emoji)),
  dispatchEvent: () => true,
  focus: () => view.focus(),
  getBoundingClientRect: () => view.dom.getBoundingClientRect(),
});

/** Edits a rich text. It is large: load it when it is first needed. */
export const RichTextEditor = memo(function RichTextEditor({
  label,
  start,
  onChange,
  hasFocus = false,
  errorId,
}: RichTextEditorProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const emoji = useRef<EmojiField>(null);
  const [state, setState] = useState<EditorState>();
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState('');

  const open = useEffectEvent((parent: HTMLElement) => {
    const editor = new EditorView(parent, {
      state: EditorState.create({ doc: toDocument(start), plugins: richTextPlugins() }),
      attributes: {
        class: 'rich-text',
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(errorId ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {}),
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (transaction.docChanged) onChange(fromDocument(next.doc));
      },
    });
    view.current = editor;
    emoji.current = emojiField(editor);
    setState(editor.state);
    if (hasFocus) editor.focus();
    return editor;
  });
  useEffect(() => {
    const editor = open(root.current!);
    return () => editor.destroy();
  }, []);

  const press = (name: RichTextCommand) => {
    const editor = view.current!;
    richTextCommands[name].run(editor.state, editor.dispatch.bind(editor));
    editor.focus();
  };
  const link = (href: string | null) => {
    const editor = view.current!;
    setLink(href)(editor.state, editor.dispatch.bind(editor));
    setAddress(null);
    editor.focus();
  };
  const linkTyped = () => {
    const typed = address!.trim();
    const href = safeHref(/^[\w.+-]+:/.test(typed) ? typed : `https://${typed}`);
    if (href) return link(href);
    setProblem('Must be an address that begins with http:// or https://.');
  };

  return (
    <div className="rich-text-editor">
      <div className="rich-text-tools" role="toolbar" aria-label={`Format of ${label}`}>
        {buttons.map(([name, text, icon]) => {
          const { run, isOn } = richTextCommands[name];
          return (
            <IconButton
              key={name}
              label={text}
              icon={<Icon of={icon} />}
              aria-pressed={isOn && state ? isOn(state) : undefined}
              disabled={Boolean(state) && !isOn && !run(state!)}
              onClick={() => press(name)}
            />
          );
        })}
        <IconButton
          label={state && hasLink(state) ? 'Remove the link' : 'Link'}
          icon={<Icon of={Link} />}
          aria-pressed={state ? hasLink(state) : undefined}
          onClick={() => {
            setProblem('');
            if (state && hasLink(state)) link(null);
            else setAddress('');
          }}
        />
        <EmojiButton id={`${id}-emoji`} field={emoji} />
      </div>
      {address !== null && (
        <div className="rich-text-link">
          <Field
            label="Address of the link"
            name="href"
            id={`${id}-href`}
            form=""
            value={address}
            error={problem || null}
            autoFocus
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setAddress(null);
              if (event.key !== 'Enter') return;
              event.preventDefault();
              linkTyped();
            }}
          />
          <Button onClick={linkTyped}>Set</Button>
          <Button variant="quiet" onClick={() => setAddress(null)}>
            Cancel
          </Button>
        </div>
      )}
      <div ref={root} />
    </div>
  );
});
