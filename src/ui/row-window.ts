/** Indexes of the first and the last row, both included. */
export type Span = readonly [first: number, last: number];

/**
 * Which rows of a long list to draw now: those that are drawn and still wanted, and only a few
 * more, the nearest to what is in sight first. The rest follows frame by frame, so that a jump to
 * far away is no long task. One row in sight is drawn in any case.
 * @param wanted all that are to be drawn in the end, with those in sight among them
 * @param drawn what is on the screen
 * @param atMost how many rows may be added
 */
export function rowsToDraw(wanted: Span, inSight: Span, drawn: Span, atMost: number): Span {
  const isDrawn = (index: number) => index >= drawn[0] && index <= drawn[1];
  const kept = Math.max(inSight[0], drawn[0]);
  let first = kept <= Math.min(inSight[1], drawn[1]) ? kept : inSight[0];
  let last = first;
  let left = isDrawn(first) ? atMost : atMost - 1;
  const mayTake = (index: number) => isDrawn(index) || left-- > 0;
  const growTo = (limits: Span) => {
    for (let isStuck = false; !isStuck;) {
      const before = last - first;
      // Most people read on downwards.
      if (last < limits[1] && mayTake(last + 1)) last += 1;
      if (first > limits[0] && mayTake(first - 1)) first -= 1;
      isStuck = last - first === before;
    }
  };
  growTo(inSight);
  growTo(wanted);
  return [first, last];
}

export const isWithin = ([first, last]: Span, limits: Span): boolean =>
  first >= limits[0] && last <= limits[1];
