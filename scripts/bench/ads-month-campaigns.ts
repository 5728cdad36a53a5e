// Campaigns and traffic of a simulated month, for the bench and the test of the pure rules.

export const hour = 60 * 60 * 1_000;
export const day = 24 * hour;
export const days = 28;

/** Weights of the hours of a day. */
const evening = [7, 10, 7].flatMap((count, index) => Array<number>(count).fill([1, 6, 30][index]!));
/** Weight of an hour of a day of the week from 0, Monday. */
export const shapes: Record<string, (weekday: number, at: number) => number> = {
  flat: () => 10,
  'an evening peak': (_, at) => evening[at]!,
  weekends: (weekday, at) => evening[at]! * (weekday > 4 ? 2 : 1),
};

/** Numbers from 0 to 1 that a seed repeats. */
export function sequence(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** 50 campaigns of 10 to 69 views a day; a fifth has a daily limit, which some of them never reach. */
export const createBudgets = (random: () => number) =>
  Array.from({ length: 50 }, (_, index) => ({
    id: index + 1,
    bought: days * (10 + Math.floor(random() * 60)),
    dailyLimit: index % 5 === 0 ? 40 : null,
  }));

type Budgets = ReturnType<typeof createBudgets>;

/** 1.3 times the placements that these campaigns need on a day. */
export const placementsADay = (budgets: Budgets): number =>
  1.3 *
  sum(budgets.map(({ bought, dailyLimit }) => Math.min(bought / days, dailyLimit ?? Infinity)));

/** Times of the screens of a day, sorted; each hour differs from what is expected by up to a tenth. */
export function screensOf(
  midnight: number,
  { expected, usual, random }: { expected: number[]; usual: number; random: () => number },
  screensADay: number,
): number[] {
  const times = expected.flatMap((weight, at) =>
    Array.from(
      { length: Math.round((screensADay * weight * (0.9 + random() * 0.2)) / usual) },
      () => midnight + (at + random()) * hour,
    ),
  );
  return times.sort((a, b) => a - b);
}
