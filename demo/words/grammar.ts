import type { Random } from '../random.ts';

/** Values of placeholders: `{friend}` and the like, given by the caller, or a list of slots.ts. */
export type Context = Partial<Record<string, string>>;

export type Season = 'spring' | 'summer' | 'autumn' | 'winter' | 'december';

/**
 * One sentence pattern: `[this|that]` chooses, `{3-9}` is a number, `{veg}` comes from a list, ⏎ is
 * a line break.
 */
export interface Template {
  season: Season | undefined;
  /** The text speaks of a picture. */
  isPhoto: boolean;
  /** For comments: used only where the post matches. */
  answers: RegExp | undefined;
  /** Names that the context must hold. */
  needs: string[];
  write(random: Random, context: Context): string;
}

type Part = (random: Random, context: Context) => string;

const given = new Set(['friend', 'author', 'name', 'place']);

/**
 * Lines of a text as patterns. In front of one: `@winter` ties it to a time of year, `@photo` to a
 * picture, and `<moth|sock>` makes a comment fit only posts that speak of such.
 */
export function templates(text: string, slots: Record<string, string[]>): Template[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => template(line, slots));
}

function template(line: string, slots: Record<string, string[]>): Template {
  const [front, photo, season, answers] =
    /^(@photo )?(?:@(spring|summer|autumn|winter|december) )?(?:<([^>]+)> )?/.exec(line)!;
  const needs: string[] = [];
  const write = compile(line.slice(front.length).replaceAll('⏎', '\n'), slots, needs);
  return {
    season: season as Season | undefined,
    isPhoto: photo !== undefined,
    answers: answers ? new RegExp(answers) : undefined,
    needs,
    write,
  };
}

function compile(source: string, slots: Record<string, string[]>, needs: string[]): Part {
  let at = 0;
  const sequence = (ends: string): Part => {
    const parts: Array<string | Part> = [];
    let plain = '';
    const flush = () => {
      if (plain) parts.push(plain);
      plain = '';
    };
    while (at < source.length && !ends.includes(source[at]!)) {
      const sign = source[at++]!;
      if (sign === '[') {
        flush();
        const choices: Part[] = [sequence('|]')];
        while (source[at] === '|') {
          at++;
          choices.push(sequence('|]'));
        }
        if (source[at++] !== ']') throw new Error(`Unclosed [ in: ${source}`);
        parts.push((random, context) => random.pick(choices)(random, context));
      } else if (sign === '{') {
        flush();
        const end = source.indexOf('}', at);
        parts.push(slot(source.slice(at, end), slots, needs));
        at = end + 1;
      } else plain += sign;
    }
    flush();
    return (random, context) => {
      let text = '';
      for (const part of parts) text += typeof part === 'string' ? part : part(random, context);
      return text;
    };
  };
  const whole = sequence('');
  if (at < source.length) throw new Error(`Stray ${source[at]} in: ${source}`);
  return whole;
}

function slot(name: string, slots: Record<string, string[]>, needs: string[]): Part {
  const range = /^(\d+)-(\d+)$/.exec(name);
  if (range) return (random) => String(random.int(Number(range[1]), Number(range[2])));
  const isCapital = name.startsWith('^');
  const key = isCapital ? name.slice(1) : name;
  if (given.has(key)) {
    if (!needs.includes(key)) needs.push(key);
    return (_, context) => context[key] ?? '';
  }
  const list = slots[key];
  if (!list) throw new Error(`There is no list called ${key}`);
  return (random) => {
    const word = random.pick(list);
    return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  };
}

/** The season north of the tropics, where this community lives. */
export function seasonOf(time: number): Season {
  const month = new Date(time).getUTCMonth();
  if (month === 11) return 'december';
  if (month < 2) return 'winter';
  if (month < 5) return 'spring';
  return month < 8 ? 'summer' : 'autumn';
}

/** December is winter too. */
export const fitsSeason = (wanted: Season | undefined, now: Season) =>
  wanted === undefined || wanted === now || (wanted === 'winter' && now === 'december');
