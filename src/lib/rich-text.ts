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

type Fields = Record<string, unknown>;

/** Refuses everything but an object with these fields. */
function isNode(value: unknown, type: string, ...others: string[]): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const allowed = ['type', ...others];
  return (
    (value as Fields).type === type && Object.keys(value).every((key) => allowed.includes(key))
  );
}

/**
 * The address of a link, if it may be one: nothing that runs, nothing of this site's own, and no user
 * name that looks like another site.
 */
export function safeHref(text: string): string | null {
  const url = URL.parse(text.trim());
  if (!url || url.username || url.password || url.href.length > 2_000) return null;
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}

function parseMark(value: unknown): RichMark {
  if (isNode(value, 'bold')) return { type: 'bold' };
  if (isNode(value, 'italic')) return { type: 'italic' };
  const href =
    isNode(value, 'link', 'href') && typeof value.href === 'string' && safeHref(value.href);
  if (!href) throw new TypeError('a mark');
  return { type: 'link', href };
}

/** Checks each of a list. */
function parseList<Item>(value: unknown, parse: (item: unknown) => Item): Item[] {
  if (!Array.isArray(value)) throw new TypeError('a list');
  return value.map(parse);
}

// The database cannot store U+0000; the others are no text.
const control = /\p{Cc}/gu;

function parseInline(value: unknown): RichInline {
  if (isNode(value, 'lineBreak')) return { type: 'lineBreak' };
  if (!isNode(value, 'text', 'text', 'marks') || typeof value.text !== 'string' || !value.text)
    throw new TypeError('a text');
  const marks = parseList(value.marks, parseMark);
  if (new Set(marks.map(({ type }) => type)).size < marks.length) throw new TypeError('marks');
  return { type: 'text', text: value.text.toWellFormed().replace(control, ' '), marks };
}

function parseParagraph(value: unknown) {
  if (!isNode(value, 'paragraph', 'content')) throw new TypeError('a paragraph');
  return { type: 'paragraph' as const, content: parseList(value.content, parseInline) };
}

function parseItem(value: unknown): RichItem {
  if (!isNode(value, 'listItem', 'content')) throw new TypeError('an item');
  return { type: 'listItem', content: parseList(value.content, parseParagraph) };
}

function parseBlock(value: unknown): RichBlock {
  if (isNode(value, 'heading', 'content'))
    return { type: 'heading', content: parseList(value.content, parseInline) };
  if (isNode(value, 'bulletList', 'content'))
    return { type: 'bulletList', content: parseList(value.content, parseItem) };
  if (isNode(value, 'orderedList', 'content'))
    return { type: 'orderedList', content: parseList(value.content, parseItem) };
  return parseParagraph(value);
}

/** The tree that a JSON text holds; null if it has any node, mark or field that is not allowed. */
export function parseRichText(json: string): RichText | null {
  try {
    const value: unknown = JSON.parse(json);
    if (!isNode(value, 'doc', 'content')) return null;
    return { type: 'doc', content: parseList(value.content, parseBlock) };
  } catch {
    return null;
  }
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
