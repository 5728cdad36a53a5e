/** Indexes of the first and last row, inclusive. */
export type Span = readonly [first: number, last: number];

/**
 * The rows of a long list to render now: rendered rows that are still wanted plus a few more,
 * nearest to the visible ones first. The rest follows frame by frame, so that a long jump is no
 * long task. At least one visible row is rendered.
 * @param wanted all rows to render eventually, including the visible ones
 * @param drawn the rendered rows
 * @param atMost how many rows may be added
 */
export function rowsToDraw(wanted: Span, visible: Span, drawn: Span, atMost: number): Span {
  const isDrawn = (index: number) => index >= drawn[0] && index <= drawn[1];
  const kept = Math.max(visible[0], drawn[0]);
  let first = kept <= Math.min(visible[1], drawn[1]) ? kept : visible[0];
  let last = first;
  let left = isDrawn(first) ? atMost : atMost - 1;
  const mayTake = (index: number) => isDrawn(index) || left-- > 0;
  const growTo = (limits: Span) => {
    for (let isStuck = false; !isStuck;) {
      const before = last - first;
      // Most people scroll down.
      if (last < limits[1] && mayTake(last + 1)) last += 1;
      if (first > limits[0] && mayTake(first - 1)) first -= 1;
      isStuck = last - first === before;
    }
  };
  growTo(visible);
  growTo(wanted);
  return [first, last];
}

export const isWithin = ([first, last]: Span, limits: Span): boolean =>
  first >= limits[0] && last <= limits[1];
