// Truncates text and finds links, mentions and hashtags in it. The regular expressions are linear
// and the input is capped.

export const bodyCut = 250;
const longestInput = 5_000;

export interface LinkPart {
  kind: 'text' | 'link' | 'mention' | 'hashtag';
  text: string;
  /** On links a checked http, https or ftp address, on mentions the profile. */
  href?: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The code unit index at which a text of more than `limit` characters can be cut without splitting
 * an emoji; -1 if it is short.
 */
function cutIndex(text: string, limit: number, keep: number): number {
  if (text.length <= limit) return -1;
  let characters = 0;
  let kept = 0;
  for (let index = 0; index < text.length; characters += 1) {
    if (characters === limit) break;
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
    if (characters < keep) kept = index;
    if (index >= text.length) return -1;
  }
  const start = graphemes.segment(text).containing(kept)?.index ?? kept;
  // One letter with hundreds of accents is a single grapheme too; that one may be split.
  return start > kept / 2 ? start : kept;
}

/** Cuts a text of more than `limit` characters to `keep` and an ellipsis. */
export function shorten(text: string, limit: number, keep: number): string {
  const index = cutIndex(text, limit, keep);
  return index < 0 ? text : `${text.slice(0, index).trimEnd()}…`;
}

export const sharePreview = (text: string): string => shorten(text, 200, 190);
export const messagePreview = (text: string): string => shorten(text, 60, 55);
/** The shown text of a long URL; the link keeps the full one. */
export const linkLabel = (address: string): string => shorten(address, 70, 64);
export const attachmentBody = (text: string): string => shorten(text, 85, 81);

/**
 * Splits a long text into the shown start and the hidden rest; neither an emoji nor a link is
 * split. Joined they are the text.
 */
export function truncate(
  text: string,
  people: Mentionable[] = [],
  limit = bodyCut,
): { start: LinkPart[]; rest: LinkPart[] } {
  const parts = findLinks(text, people);
  const index = cutIndex(text, limit, limit);
  if (index < 0) return { start: parts, rest: [] };
  const start: LinkPart[] = [];
  let position = 0;
  for (const [number, part] of parts.entries()) {
    const end = position + part.text.length;
    if (end <= index) {
      start.push(part);
      position = end;
      continue;
    }
    const rest = parts.slice(number);
    if (part.kind === 'text') {
      const kept = index - position;
      if (kept > 0) start.push({ kind: 'text', text: part.text.slice(0, kept) });
      rest[0] = { kind: 'text', text: part.text.slice(kept) };
    } else if (position < index / 2) {
      // Cutting before the link would leave next to nothing to read.
      start.push(rest.shift()!);
    }
    return { start, rest };
  }
  return { start, rest: [] };
}

/** A person that an `@name` in a text may refer to. */
export interface Mentionable {
  name: string;
  href: string;
}

const linkPattern = new RegExp(
  '(?<link>(?<![\\p{L}\\p{N}_])(?:https?|ftp)://[^\\s<>"`{}|\\\\^]{1,2000})|' +
    '(?<mention>(?<![\\p{L}\\p{N}_.@/])@(?=\\S))|' +
    '(?<hashtag>(?<![\\p{L}\\p{N}_&/#])#[\\p{L}\\p{N}\\p{M}_]{1,60})',
  'giu',
);

/**
 * Splits the text into parts, in order; joined they are the text again.
 * @param people matched by name after an @; nobody else is
 */
export function findLinks(text: string, people: Mentionable[] = []): LinkPart[] {
  const parts: LinkPart[] = [];
  const searched = text.slice(0, longestInput);
  const names = people.toSorted((a, b) => b.name.length - a.name.length);
  let last = 0;
  const plain = (end: number) => {
    if (end > last) parts.push({ kind: 'text', text: text.slice(last, end) });
  };
  for (const match of searched.matchAll(linkPattern)) {
    // Inside the previous mention.
    if (match.index < last) continue;
    let part: LinkPart | null;
    if (match.groups!.link) part = linkPart(match[0]);
    else if (match.groups!.hashtag) part = hashtagPart(match[0]);
    else part = mentionPart(searched, match.index, names);
    if (!part) continue;
    plain(match.index);
    parts.push(part);
    last = match.index + part.text.length;
  }
  plain(text.length);
  return parts;
}

function linkPart(found: string): LinkPart | null {
  const text = withoutTail(found);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !['http:', 'https:', 'ftp:'].includes(url.protocol) ||
    !url.hostname ||
    url.username ||
    url.password
  )
    return null;
  return { kind: 'link', text, href: url.href };
}

/**
 * Removes trailing punctuation, which belongs to the sentence; a bracket stays if it was opened
 * inside the URL.
 */
function withoutTail(found: string): string {
  const surplus = {
    ')': count(found, ')') - count(found, '('),
    ']': count(found, ']') - count(found, '['),
  };
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1]!;
    if (last === ')' || last === ']') {
      if (surplus[last] <= 0) break;
      surplus[last] -= 1;
    } else if (!'.,;:!?\'"…»”’*_~'.includes(last)) break;
  }
  return found.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/**
 * Matches `@Bo Reed` if one of the people has that name; the longest name wins, and it must end at
 * a word boundary.
 */
function mentionPart(text: string, at: number, names: Mentionable[]): LinkPart | null {
  for (const { name, href } of names) {
    const written = text.slice(at + 1, at + 1 + name.length);
    const next = text.slice(at + 1 + name.length, at + 3 + name.length);
    if (
      written &&
      written.toLowerCase() === name.toLowerCase() &&
      !/^(?:[.-]?[\p{L}\p{N}]|[\p{M}_])/u.test(next)
    )
      return { kind: 'mention', text: `@${written}`, href };
  }
  return null;
}

function hashtagPart(found: string): LinkPart | null {
  // '#1' is a number, not a hashtag.
  return /\p{L}/u.test(found) ? { kind: 'hashtag', text: found } : null;
}

/** 'Ada Quill' gives 'AQ', 'Bo' gives 'B', an emoji stays whole. */
export function initials(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter(Boolean);
  const first = (word: string | undefined) => {
    if (!word) return '';
    // ASCII letters need no grapheme segmentation.
    if (/^[A-Za-z](?:[A-Za-z]|$)/.test(word)) return word[0]!.toUpperCase();
    return graphemes.segment(word.slice(0, 40)).containing(0)!.segment.toLocaleUpperCase('en');
  };
  return first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '') || '?';
}

/** A number from 0 to `choices` - 1, always the same for the same text. */
export function pickFor(text: string, choices: number): number {
  let sum = 2166136261;
  for (let index = 0; index < text.length; index += 1)
    sum = Math.imul(sum ^ text.charCodeAt(index), 16777619);
  return (sum >>> 0) % choices;
}

/** '1,200'. Skips the slow formatter for small numbers, which nearly all are. */
export const grouped = (amount: number): string =>
  amount < 1000 ? String(amount) : amount.toLocaleString('en-US');

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** '12 days', '5 months', '8 years': the largest unit that is full. */
export function ageText(days: number): string {
  if (!days) return 'less than a day';
  if (days >= 365) return counted(Math.floor(days / 365.25) || 1, 'year');
  return days > 30 ? counted(Math.floor(days / 30.5), 'month') : counted(days, 'day');
}

/** '1 comment', '2 comments'. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${grouped(amount)} ${amount === 1 ? one : many}`;
}
