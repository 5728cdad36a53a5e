import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsToDraw, type Span } from '#ui/drawn-rows.ts';

test('scrolled by a row, everything is there at once', () => {
  expect(rowsToDraw([11, 22], [16, 17], [10, 21], 3)).toEqual([11, 22]);
});

test('after a jump what is in sight comes first, and then a few at a time', () => {
  const wanted: Span = [495, 506];
  const inSight: Span = [500, 501];
  let drawn: Span = [0, 11];
  const steps: Span[] = [];
  while (drawn[0] !== wanted[0] || drawn[1] !== wanted[1]) steps.push((drawn = rowsToDraw(wanted, inSight, drawn, 4)));
  expect(steps).toEqual([[498, 503], [496, 505], [495, 506]]);
});

test('at an end of the list all goes to the other side', () => {
  expect(rowsToDraw([994, 999], [998, 999], [0, 9], 3)).toEqual([995, 999]);
});

test('whatever is asked for: what is in sight is drawn, nothing unwanted, never too much at once, and it ends', () => {
  const span = fc.tuple(fc.nat(60), fc.nat(12)).map(([first, more]): Span => [first, first + more]);
  fc.assert(
    fc.property(span, fc.nat(6), fc.nat(6), span, fc.integer({ min: 1, max: 5 }), (inSight, over, under, before, atMost) => {
      const wanted: Span = [Math.max(0, inSight[0] - over), inSight[1] + under];
      let drawn = before;
      for (let turn = 0; turn < 20; turn += 1) {
        const next = rowsToDraw(wanted, inSight, drawn, atMost);
        expect([next[0] >= wanted[0], next[1] <= wanted[1], next[0] <= inSight[0], next[1] >= inSight[1]]).toEqual([true, true, true, true]);
        const added = Array.from({ length: next[1] - next[0] + 1 }, (_, at) => next[0] + at).filter((index) => (index < drawn[0] || index > drawn[1]) && (index < inSight[0] || index > inSight[1]));
        expect(added.length).toBeLessThanOrEqual(atMost);
        drawn = next;
      }
      expect(drawn).toEqual(wanted);
    }),
  );
});
