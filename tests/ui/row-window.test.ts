import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, rowsToDraw, type Span } from '#ui/row-window.ts';

test('after scrolling by one row, everything is rendered at once', () => {
  expect(rowsToDraw([11, 22], [16, 17], [10, 21], 1)).toEqual([11, 22]);
});

test('after a jump visible rows come first, then a few at a time', () => {
  const wanted: Span = [495, 506];
  const visible: Span = [500, 501];
  let drawn: Span = [0, 11];
  const steps: Span[] = [];
  while (drawn[0] !== wanted[0] || drawn[1] !== wanted[1])
    steps.push((drawn = rowsToDraw(wanted, visible, drawn, 4)));
  expect(steps).toEqual([
    [499, 502],
    [497, 504],
    [495, 506],
  ]);
  expect(rowsToDraw(wanted, visible, [0, 11], 1)).toEqual([500, 500]);
});

test('at an end of the list all rows are added on the other side', () => {
  expect(rowsToDraw([994, 999], [998, 999], [0, 9], 3)).toEqual([997, 999]);
});

test('rendered rows that are still wanted stay, also when nothing may be added', () => {
  expect(rowsToDraw([4, 15], [9, 10], [0, 9], 0)).toEqual([4, 9]);
  expect(rowsToDraw([4, 15], [9, 10], [0, 9], 1)).toEqual([4, 10]);
});

test('for any input a visible row is rendered, nothing unwanted, never too many at once, and it terminates', () => {
  const span = fc.tuple(fc.nat(60), fc.nat(12)).map(([first, more]): Span => [first, first + more]);
  fc.assert(
    fc.property(
      span,
      fc.nat(6),
      fc.nat(6),
      span,
      fc.nat(5),
      (visible, over, under, before, atMost) => {
        const wanted: Span = [Math.max(0, visible[0] - over), visible[1] + under];
        let drawn = before;
        for (let turn = 0; turn < 30; turn += 1) {
          const next = rowsToDraw(wanted, visible, drawn, atMost);
          expect([isWithin(next, wanted), next[0] <= visible[1], next[1] >= visible[0]]).toEqual([
            true,
            true,
            true,
          ]);
          const added = Array.from(
            { length: next[1] - next[0] + 1 },
            (_, at) => next[0] + at,
          ).filter((index) => !isWithin([index, index], drawn));
          expect(added.length).toBeLessThanOrEqual(Math.max(1, atMost));
          drawn = next;
        }
        if (atMost > 0) expect(drawn).toEqual(wanted);
      },
    ),
  );
});
