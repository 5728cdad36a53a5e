/**
 * Rich text as a tree of allowed nodes. It is stored and sent between our own parts as such; markup
 * never comes in.
 */
export interface RichText {
  type: 'doc';
  content: RichBlock[];
}

export type RichBlock =
  | { type: 'paragraph'; content: RichInline[] }
  | { type: 'heading'; content: RichInline[] }
  | { type: 'bulletList' | 'orderedList'; content: RichItem[] };

export interface RichItem {
  type: 'listItem';
  content: Array<{ type: 'paragraph'; content: RichInline[] }>;
}

export type RichInline = { type: 'text'; text: string; marks: RichMark[] } | { type: 'lineBreak' };

export type RichMark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; href: string };

/** A plain text as paragraphs: empty lines part them, single line ends stay. */
export function toRichText(text: string): RichText {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return {
    type: 'doc',
    content: paragraphs.map((paragraph) => ({
      type: 'paragraph',
      content: paragraph
        .split('\n')
        .flatMap((line, index): RichInline[] => [
          ...(index > 0 ? [{ type: 'lineBreak' as const }] : []),
          ...(line ? [{ type: 'text' as const, text: line, marks: [] }] : []),
        ]),
    })),
  };
}

const inlineText = (inline: RichInline): string => (inline.type === 'text' ? inline.text : '\n');

const blockText = (block: RichBlock): string =>
  block.type === 'paragraph' || block.type === 'heading'
    ? block.content.map(inlineText).join('')
    : block.content
        .map((item) => item.content.map((one) => one.content.map(inlineText).join('')).join('\n'))
        .join('\n');

/** The text alone, as a form field shows it. */
export const toPlainText = ({ content }: RichText): string => content.map(blockText).join('\n\n');

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

function inlineMarkup(inline: RichInline): string {
  if (inline.type === 'lineBreak') return '<br>';
  return inline.marks.reduce((inner, mark) => {
    if (mark.type === 'bold') return `<strong>${inner}</strong>`;
    if (mark.type === 'italic') return `<em>${inner}</em>`;
    return `<a href="${escapeMarkup(mark.href)}" rel="nofollow ugc noopener">${inner}</a>`;
  }, escapeMarkup(inline.text));
}

const inlinesMarkup = (content: RichInline[]) => content.map(inlineMarkup).join('');

function blockMarkup(block: RichBlock): string {
  if (block.type === 'paragraph') return `<p>${inlinesMarkup(block.content)}</p>`;
  if (block.type === 'heading') return `<h3>${inlinesMarkup(block.content)}</h3>`;
  const tag = block.type === 'bulletList' ? 'ul' : 'ol';
  const items = block.content.map(
    (item) => `<li>${item.content.map((one) => inlinesMarkup(one.content)).join('<br>')}</li>`,
  );
  return `<${tag}>${items.join('')}</${tag}>`;
}

/** Markup for clients of the REST interface, which draw HTML. */
export const toMarkup = ({ content }: RichText): string => content.map(blockMarkup).join('');
