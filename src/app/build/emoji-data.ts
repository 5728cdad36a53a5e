import { createRequire } from 'node:module';

interface Emoji {
  emoji: string;
  name: string;
  emoji_version: string;
}

/** Emoji 15 (autumn 2022): many devices show newer ones as empty boxes. */
const newestVersion = 15;
/** Search keywords besides the name. More would double the size and are rarely typed. */
const maxKeywords = 3;

const toWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9+]+/)
    .filter((word) => word.length > 1);

/**
 * All emoji as one short text: for each group its name and a line for each, '😀 grinning face|smile
 * happy joy', with an empty line between the groups. Skin tones are left out.
 */
export function trimmedEmoji(): string {
  const read = createRequire(import.meta.url);
  const groups = read('unicode-emoji-json/data-by-group.json') as {
    name: string;
    emojis: Emoji[];
  }[];
  const keywords = read('emojilib') as Record<string, string[]>;
  const line = ({ emoji, name }: Emoji) => {
    const known = new Set(toWords(name));
    const more = (keywords[emoji] ?? [])
      .flatMap(toWords)
      .filter((word) => !known.has(word) && known.add(word));
    return `${emoji} ${name}${more.length ? `|${more.slice(0, maxKeywords).join(' ')}` : ''}`;
  };
  return groups
    .map(({ name, emojis }) =>
      [
        name,
        ...emojis.filter(({ emoji_version }) => Number(emoji_version) <= newestVersion).map(line),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Gives `import text from 'virtual:emoji'`, made when the site is built. */
export function emojiData() {
  const name = 'virtual:emoji';
  return {
    name: 'hearth:emoji-data',
    resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
    load: (id: string) =>
      id === `\0${name}` ? `export default ${JSON.stringify(trimmedEmoji())};` : undefined,
  };
}
