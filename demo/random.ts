/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** 0 ≤ n < 1 */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  /** Mean 0, deviation 1. */
  normal(): number;
  /** A stream of its own: what is drawn from it does not depend on what else is drawn. */
  fork(name: string | number): Random;
}

function hash(text: string): () => number {
  let state = 1_779_033_703 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 3_432_918_353);
    state = (state << 13) | (state >>> 19);
  }
  return () => {
    state = Math.imul(state ^ (state >>> 16), 2_246_822_507);
    state = Math.imul(state ^ (state >>> 13), 3_266_489_909);
    return (state ^= state >>> 16) >>> 0;
  };
}

/** sfc32 (Chris Doty-Humphrey's Small Fast Counter), seeded by a hash of the name. */
export function createRandom(name: string): Random {
  const seed = hash(name);
  let a = seed() | 0;
  let b = seed() | 0;
  let c = seed() | 0;
  let d = seed() | 0;
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round++) next();
  const random: Random = {
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    shuffled: (list) => {
      const copy = [...list];
      for (let index = copy.length - 1; index > 0; index--) {
        const other = Math.floor(next() * (index + 1));
        [copy[index], copy[other]] = [copy[other]!, copy[index]!];
      }
      return copy;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    fork: (part) => createRandom(`${name}/${part}`),
  };
  return random;
}

export interface Deck<T> {
  /** The next item that fits, or undefined when none does. */
  draw(fits?: (item: T) => boolean): T | undefined;
}

/**
 * Draws each item once before any comes again; what came last in one round does not come first in
 * the next.
 */
export function createDeck<T>(list: readonly T[], random: Random): Deck<T> {
  let waiting = random.shuffled(list);
  let drawn: T[] = [];
  const take = (fits: (item: T) => boolean) => {
    const index = waiting.findIndex(fits);
    if (index < 0) return undefined;
    const [item] = waiting.splice(index, 1);
    drawn.push(item!);
    return item;
  };
  return {
    draw(fits = () => true) {
      const item = take(fits);
      if (item !== undefined || !drawn.length) return item;
      const half = drawn.length >> 1;
      waiting = [
        ...waiting,
        ...random.shuffled(drawn.slice(0, half)),
        ...random.shuffled(drawn.slice(half)),
      ];
      drawn = [];
      return take(fits);
    },
  };
}
