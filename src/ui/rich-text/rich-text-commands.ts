import {
  baseKeymap,
  chainCommands,
  exitCode,
  setBlockType,
  toggleMark,
} from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Plugin } from 'prosemirror-state';
import { richTextSchema } from './rich-text-schema.ts';

const { nodes, marks } = richTextSchema;
const paragraph = nodes.paragraph!;
const heading = nodes.heading!;
const listItem = nodes.listItem!;

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak!.create()).scrollIntoView());
  return true;
});

type ListName = 'bulletList' | 'orderedList';

/** The list around the selection. */
function listAround({ selection: { $from } }: EditorState): ListName | undefined {
  const name = $from.depth >= 2 ? $from.node($from.depth - 2).type.name : '';
  return name === 'bulletList' || name === 'orderedList' ? name : undefined;
}

/** Makes a list, changes its kind, or takes its items out. */
const toggleList =
  (name: ListName): Command =>
  (state, dispatch) => {
    const current = listAround(state);
    if (current === name) return liftListItem(listItem)(state, dispatch);
    if (!current) return wrapInList(nodes[name]!)(state, dispatch);
    const { $from } = state.selection;
    dispatch?.(state.tr.setNodeMarkup($from.before($from.depth - 2), nodes[name]));
    return true;
  };

const isHeading = ({ selection: { $from } }: EditorState) => $from.parent.type === heading;

const toggleHeading: Command = (state, dispatch) =>
  setBlockType(isHeading(state) ? paragraph : heading)(state, dispatch);

const hasMark =
  (name: 'bold' | 'italic' | 'link') =>
  (state: EditorState): boolean => {
    const { from, to, empty, $from } = state.selection;
    if (empty) return Boolean(marks[name]!.isInSet(state.storedMarks ?? $from.marks()));
    return state.doc.rangeHasMark(from, to, marks[name]!);
  };
export const hasLink = hasMark('link');

/** Links the selection; without one the address itself is inserted. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const link = marks.link!;
    if (!dispatch) return true;
    const { tr } = state;
    if (href === null) tr.removeMark(from, to, link);
    else if (empty)
      tr.replaceSelectionWith(richTextSchema.text(href, [link.create({ href })]), false);
    else tr.removeMark(from, to, link).addMark(from, to, link.create({ href }));
    dispatch(tr);
    return true;
  };

/** Commands of the toolbar by name, with whether they are on. */
export const richTextCommands = {
  bold: { run: toggleMark(marks.bold!), isOn: hasMark('bold') },
  italic: { run: toggleMark(marks.italic!), isOn: hasMark('italic') },
  heading: { run: toggleHeading, isOn: isHeading },
  bulletList: {
    run: toggleList('bulletList'),
    isOn: (state: EditorState) => listAround(state) === 'bulletList',
  },
  orderedList: {
    run: toggleList('orderedList'),
    isOn: (state: EditorState) => listAround(state) === 'orderedList',
  },
  undo: { run: undo, isOn: undefined },
  redo: { run: redo, isOn: undefined },
} as const;
export type RichTextCommand = keyof typeof richTextCommands;

export const richTextPlugins = (): Plugin[] => [
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/, nodes.bulletList!),
      wrappingInputRule(/^1\.\s$/, nodes.orderedList!),
      textblockTypeInputRule(/^#{1,3}\s$/, heading),
    ],
  }),
  keymap({
    Enter: splitListItem(listItem),
    'Shift-Enter': breakLine,
    'Mod-b': richTextCommands.bold.run,
    'Mod-i': richTextCommands.italic.run,
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
  }),
  keymap(baseKeymap),
  history(),
];
