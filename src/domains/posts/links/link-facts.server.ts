import { Parser } from 'htmlparser2';
import { cleanText } from '#lib/fields.ts';
import { shorten } from '#lib/text.ts';
import type { LinkFacts } from './link-preview.table.ts';

const longest = { title: 200, description: 500, siteName: 80 };

// Overrides of direction would rewrite the card around the text.
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** One line of plain text of at most `max` characters. */
export function plainLine(text: unknown, max: number): string {
  if (typeof text !== 'string') return '';
  const line = cleanText(text.slice(0, max * 20))
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .trim();
  return shorten(line, max, max - 1);
}

/** The encoding that a byte order mark stands for. */
function encodingOfMark(start: string): string | undefined {
  if (start.startsWith('\u00ef\u00bb\u00bf')) return 'utf-8';
  if (start.startsWith('\u00ff\u00fe')) return 'utf-16le';
  return start.startsWith('\u00fe\u00ff') ? 'utf-16be' : undefined;
}

/**
 * The bytes of a page as text: by the header, a byte order mark, or what the page says in its first
 * lines.
 */
export function decodePage(body: Buffer, charset: string | undefined): string {
  const start = body.subarray(0, 1_024).toString('latin1');
  const label =
    encodingOfMark(start) ??
    charset ??
    /<meta[^>]{1,200}?charset=["']?([\w.:-]{1,40})/i.exec(start)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/**
 * The title, the first of each meta element, and the base address of a page. Scripts and styles are
 * only text to skip.
 */
function readHead(html: string) {
  const meta = new Map<string, string>();
  let title = '';
  let base: string | undefined;
  let isInTitle = false;
  let hasTitle = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title' && !hasTitle) isInTitle = true;
        else if (name === 'base') base ??= attributes.href;
        else if (name === 'meta') {
          const key = (attributes.property ?? attributes.name ?? attributes.itemprop ?? '')
            .trim()
            .toLowerCase();
          if (key && attributes.content?.trim() && !meta.has(key))
            meta.set(key, attributes.content);
        }
      },
      ontext(text) {
        if (isInTitle && title.length < 5_000) title += text;
      },
      onclosetag(name) {
        if (name === 'title' && isInTitle) {
          isInTitle = false;
          hasTitle = true;
        }
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { meta, title, base };
}

const titleNames = ['og:title', 'twitter:title'];
const descriptionNames = ['og:description', 'twitter:description', 'description'];
const pictureNames = [
  'og:image:secure_url',
  'og:image:url',
  'og:image',
  'twitter:image',
  'twitter:image:src',
];

/** Open Graph first, then the cards of others, then plain HTML. */
export function toLinkFacts(html: string, url: URL): LinkFacts {
  const { meta, title, base } = readHead(html);
  const first = (names: string[]) =>
    names.map((name) => meta.get(name)).find((text) => text !== undefined);
  const from = base && URL.canParse(base, url) ? new URL(base, url) : url;
  const picture = first(pictureNames)?.trim();
  const found =
    picture && picture.length <= 2_000 && URL.canParse(picture, from)
      ? new URL(picture, from)
      : undefined;
  return {
    title: plainLine(first(titleNames) ?? title, longest.title),
    description: plainLine(first(descriptionNames), longest.description),
    siteName: plainLine(first(['og:site_name', 'application-name']), longest.siteName),
    ...(found && /^https?:$/.test(found.protocol) ? { picture: found.href } : {}),
  };
}

/** Metadata in a provider's oEmbed answer; null if it is not one. */
export function toVideoFacts(json: string, provider: string): LinkFacts | null {
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof answer !== 'object' || answer === null) return null;
  const facts = new Map(Object.entries(answer));
  const picture = facts.get('thumbnail_url');
  return {
    title: plainLine(facts.get('title'), longest.title),
    description: plainLine(facts.get('author_name'), longest.description),
    siteName: provider,
    ...(typeof picture === 'string' &&
    picture.length <= 2_000 &&
    /^https?:\/\//.test(picture) &&
    URL.canParse(picture)
      ? { picture }
      : {}),
  };
}
