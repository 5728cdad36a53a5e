/** Indexes of the first and the last row, both included. */
export type Span = readonly [first: number, last: number];

/**
 * Which rows of a long list to draw now: those in sight, and of the others around them only a few that are not drawn yet, the nearest
 * first. The rest follows drawing by drawing, so that a jump to far away is no long task.
 * @param wanted all that are to be drawn in the end, with those in sight among them
 * @param drawn what is on the screen
 * @param atMost how many rows out of sight one drawing may add
 */
export function rowsToDraw(wanted: Span, inSight: Span, drawn: Span, atMost: number): Span {
  let [first, last] = inSight;
  let left = atMost;
  const isDrawn = (index: number) => index >= drawn[0] && index <= drawn[1];
  const mayTake = (index: number) => isDrawn(index) || left-- > 0;
  for (let isStuck = false; !isStuck; ) {
    const before = last - first;
    // Most people read on downwards.
    if (last < wanted[1] && mayTake(last + 1)) last += 1;
    if (first > wanted[0] && mayTake(first - 1)) first -= 1;
    isStuck = last - first === before;
  }
  return [first, last];
}
