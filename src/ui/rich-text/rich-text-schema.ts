import { Schema, type Node } from 'prosemirror-model';
import {
  safeHref,
  type RichBlock,
  type RichInline,
  type RichItem,
  type RichMark,
  type RichText,
} from '#lib/rich-text.ts';

/**
 * The nodes of `RichText`, and nothing else: what is pasted is reduced to them. Nodes and marks have
 * the names of the tree.
 */
export const richTextSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
      toDOM: () => ['h3', 0],
    },
    bulletList: {
      content: 'listItem+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    orderedList: {
      content: 'listItem+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    listItem: { content: 'paragraph+', parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    lineBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    bold: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: () => ['strong', 0],
    },
    italic: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (anchor) => {
            const href = safeHref(anchor.getAttribute('href') ?? '');
            return href !== null && { href };
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: String(attrs.href) }, 0],
    },
  },
});

const { nodes, marks: markTypes } = richTextSchema;

const toMark = (mark: RichMark) =>
  markTypes[mark.type]!.create(mark.type === 'link' ? { href: mark.href } : null);

const toInlines = (content: RichInline[]): Node[] =>
  content.map((inline) =>
    inline.type === 'text'
      ? richTextSchema.text(inline.text, inline.marks.map(toMark))
      : nodes.lineBreak!.create(),
  );

const toItem = ({ content }: RichItem): Node =>
  nodes.listItem!.create(
    null,
    content.map((paragraph) => nodes.paragraph!.create(null, toInlines(paragraph.content))),
  );

const toBlock = (block: RichBlock): Node =>
  nodes[block.type]!.create(
    null,
    block.type === 'paragraph' || block.type === 'heading'
      ? toInlines(block.content)
      : block.content.map(toItem),
  );

/** The document of the editor; an empty one has a paragraph to write in. */
export const toDocument = ({ content }: RichText): Node =>
  nodes.doc!.create(null, content.length ? content.map(toBlock) : nodes.paragraph!.create());

const childrenOf = (node: Node): Node[] => node.content.content as Node[];

const fromInline = (node: Node): RichInline =>
  node.isText
    ? {
        type: 'text',
        text: node.text!,
        marks: node.marks.map(({ type, attrs }) =>
          type.name === 'link'
            ? { type: 'link', href: String(attrs.href) }
            : { type: type.name as 'bold' | 'italic' },
        ),
      }
    : { type: 'lineBreak' };

const fromParagraph = (node: Node) => ({
  type: 'paragraph' as const,
  content: childrenOf(node).map(fromInline),
});

function fromBlock(node: Node): RichBlock {
  const type = node.type.name as RichBlock['type'];
  if (type === 'paragraph' || type === 'heading')
    return { type, content: childrenOf(node).map(fromInline) };
  return {
    type,
    content: childrenOf(node).map((item) => ({
      type: 'listItem',
      content: childrenOf(item).map(fromParagraph),
    })),
  };
}

export const fromDocument = (document: Node): RichText => ({
  type: 'doc',
  content: childrenOf(document).map(fromBlock),
});
