import { getStoredJson, setStored } from '#lib/browser-storage.ts';

export interface Emoji {
  emoji: string;
  /** 'grinning face'. */
  name: string;
  /** Search keywords besides the name. */
  keywords: string;
}

export interface EmojiGroup {
  name: string;
  emojis: Emoji[];
}

/**
 * Parses the groups.
 * @param text as app/build/emoji-data.ts writes it
 */
export function parseEmoji(text: string): EmojiGroup[] {
  return text.split('\n\n').map((group) => {
    const [name, ...lines] = group.split('\n');
    return { name: name!, emojis: lines.map(parseLine) };
  });
}

function parseLine(line: string): Emoji {
  const at = line.indexOf(' ');
  const [name, keywords = ''] = line.slice(at + 1).split('|');
  return { emoji: line.slice(0, at), name: name!, keywords };
}

/**
 * Finds emoji for which each word of the query begins a word: first where the name begins with the
 * query, then by name, then by keywords.
 */
export function searchEmoji(groups: EmojiGroup[], query: string, maxResults = 80): Emoji[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const begins = (text: string, word: string) => ` ${text}`.includes(` ${word}`);
  const found: Emoji[][] = [[], [], []];
  for (const one of groups.flatMap(({ emojis }) => emojis)) {
    const name = one.name.toLowerCase();
    if (name.startsWith(words.join(' '))) found[0]!.push(one);
    else if (words.every((word) => begins(name, word))) found[1]!.push(one);
    else if (words.every((word) => begins(`${name} ${one.keywords}`, word))) found[2]!.push(one);
  }
  return found.flat().slice(0, maxResults);
}

const recentName = 'emoji:recent';
const maxRecent = 24;

/** Recently used on this device, latest first. */
export function recentEmoji(groups: EmojiGroup[]): Emoji[] {
  const stored = getStoredJson<unknown>(recentName);
  const byCharacter = new Map(
    groups.flatMap(({ emojis }) => emojis.map((one) => [one.emoji, one] as const)),
  );
  return Array.isArray(stored)
    ? stored.flatMap((emoji) => byCharacter.get(emoji as string) ?? [])
    : [];
}

export function rememberEmoji(emoji: string): void {
  const stored = getStoredJson<unknown>(recentName);
  const others = Array.isArray(stored)
    ? stored.filter((other) => typeof other === 'string' && other !== emoji)
    : [];
  setStored(recentName, JSON.stringify([emoji, ...others].slice(0, maxRecent)));
}
