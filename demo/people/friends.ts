import type { Random } from '../random.ts';
import type { SeedMember } from './members.ts';

export interface Friends {
  /** By index of the member; indexes of the friends. */
  of: number[][];
  count: number;
  /** Since when two members (by index) are friends, in milliseconds. */
  since(first: number, second: number): number;
}

const day = 86_400_000;

/**
 * Friendships: few members have many, most some, few hardly any (log-normal), and friends of a
 * member are often friends of each other: people meet in circles (a choir, a street) and through
 * friends.
 */
export function inventFriends(members: SeedMember[], random: Random, now: number): Friends {
  const count = members.length;
  const of: number[][] = members.map(() => []);
  const pairs = new Set<number>();
  const middle = count < 400 ? Math.min(0.27 * count, 18) : 20;
  const most = Math.min(Math.floor(count * 0.7), 400);
  const wanted = members.map((_, index) => {
    if (index < 2) return Math.max(1, Math.floor(Math.min(count * 0.62, 150)));
    return Math.max(
      1,
      Math.min(most, Math.round(Math.exp(random.normal() * (count < 400 ? 0.5 : 0.85)) * middle)),
    );
  });
  const circles = inventCircles(count, random);
  const pairOf = (a: number, b: number) => (a < b ? a * count + b : b * count + a);
  let total = 0;
  const join = (a: number, b: number) => {
    const pair = pairOf(a, b);
    if (a === b || pairs.has(pair)) return false;
    pairs.add(pair);
    of[a]!.push(b);
    of[b]!.push(a);
    total++;
    return true;
  };
  // Members with a high degree are also picked more often.
  const stubs = wanted.flatMap((degree, index) =>
    Array<number>(Math.max(1, Math.round(degree / 4))).fill(index),
  );
  // The two known members first, while everybody has room.
  const order = [0, 1, ...random.shuffled(members.map((_, index) => index).slice(2))].slice(
    0,
    count,
  );
  for (const member of order) {
    for (
      let tries = wanted[member]! * 4;
      tries > 0 && of[member]!.length < wanted[member]!;
      tries--
    ) {
      const way = random.next();
      const mine = of[member]!;
      let other: number;
      if (way < 0.45 && mine.length) other = random.pick(of[random.pick(mine)]!);
      else if (way < 0.85) other = random.pick(circles.members[random.pick(circles.of[member]!)]!);
      else other = random.pick(stubs);
      if (of[other]!.length < wanted[other]! * 1.15 + 1) join(member, other);
    }
  }
  return {
    of,
    count: total,
    since(first, second) {
      const both = Math.max(members[first]!.joinedAt, members[second]!.joinedAt);
      const share = fraction(pairOf(first, second));
      return both + share * share * Math.max(0, Math.min(500 * day, now - both));
    },
  };
}

/** Each member is in one to three circles of some 10 to 45 people. */
function inventCircles(count: number, random: Random): { of: number[][]; members: number[][] } {
  const of: number[][] = Array.from({ length: count }, () => []);
  const members: number[][] = [];
  for (let round = 0; round < 3; round++) {
    const order = random
      .shuffled(of.map((_, index) => index))
      .filter(() => round === 0 || random.chance(0.55));
    for (let start = 0; start < order.length;) {
      const size = random.int(10, 45);
      const circle = order.slice(start, start + size);
      for (const member of circle) of[member]!.push(members.length);
      members.push(circle);
      start += size;
    }
  }
  return { of, members };
}

/** A number from 0 to 1 that looks random and depends on nothing but `number`. */
function fraction(number: number): number {
  let mixed = Math.imul(
    (number % 4_294_967_296) ^ Math.floor(number / 4_294_967_296),
    2_654_435_761,
  );
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296;
}
