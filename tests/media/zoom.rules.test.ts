import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closeScale,
  fitOf,
  fitted,
  inBounds,
  isZoomed,
  largestScale,
  moveBy,
  toSwipe,
  zoomTo,
  type View,
} from '#domains/lightbox/zoom/zoom.rules.ts';

const view = (stage: [number, number], picture: [number, number]): View => ({
  stage: { width: stage[0], height: stage[1] },
  picture: { width: picture[0], height: picture[1] },
});
const phone: [number, number] = [390, 770];

describe('fitted', () => {
  test('the whole picture is visible, and one side touches the edge', () => {
    expect(fitOf(view([400, 400], [800, 400]))).toEqual({ width: 400, height: 200 });
    expect(fitOf(view([400, 400], [100, 400]))).toEqual({ width: 100, height: 400 });
  });
});

describe('zooming', () => {
  test('the point under the finger stays fixed', () => {
    const large = view([400, 400], [800, 800]);
    const zoomed = zoomTo(fitted, 2, { x: 50, y: -30 }, large);
    // The point of the picture under (50, -30) at scale 1.
    expect({ x: (50 - zoomed.x) / zoomed.scale, y: (-30 - zoomed.y) / zoomed.scale }).toEqual({
      x: 50,
      y: -30,
    });
  });
  test('a double tap on a panorama fills the height of a phone', () => {
    const panorama = view(phone, [4000, 800]);
    expect(fitOf(panorama).height * closeScale(panorama)).toBeCloseTo(770);
    expect(largestScale(panorama)).toBeGreaterThan(closeScale(panorama));
  });
  test('it is limited in both directions', () => {
    const small = view(phone, [320, 240]);
    expect(zoomTo(fitted, 100, { x: 0, y: 0 }, small).scale).toBe(largestScale(small));
    expect(zoomTo(fitted, 0.1, { x: 0, y: 0 }, small)).toEqual(fitted);
    expect(isZoomed(zoomTo({ scale: 3, x: 90, y: 40 }, 0.5, { x: 10, y: 10 }, small))).toBe(false);
  });
});

test('no gap opens beside a picture that is larger than the stage, however it is moved', () => {
  const side = fc.integer({ min: 50, max: 4000 });
  const way = fc.integer({ min: -5000, max: 5000 });
  fc.assert(
    fc.property(
      side,
      side,
      side,
      side,
      fc.double({ min: 1, max: 8, noNaN: true }),
      way,
      way,
      (a, b, c, d, scale, x, y) => {
        const any = view([a, b], [c, d]);
        const moved = moveBy(inBounds({ scale, x: 0, y: 0 }, any), { x, y }, any);
        const fit = fitOf(any);
        for (const [stage, drawn, offset] of [
          [a, fit.width * moved.scale, moved.x],
          [b, fit.height * moved.scale, moved.y],
        ] as const) {
          if (drawn <= stage) expect(offset).toBe(0);
          else expect(Math.abs(offset)).toBeLessThanOrEqual((drawn - stage) / 2 + 1e-6);
        }
      },
    ),
  );
});

describe('a swipe', () => {
  const stage = { width: 390, height: 770 };
  const still = { x: 0, y: 0 };
  test('goes in the direction of the flick', () => {
    expect(toSwipe({ x: -120, y: 10 }, still, stage)).toBe('next');
    expect(toSwipe({ x: 120, y: 10 }, still, stage)).toBe('previous');
    expect(toSwipe({ x: 5, y: 220 }, still, stage)).toBe('close');
    expect(toSwipe({ x: 5, y: -220 }, still, stage)).toBe('about');
  });
  test('a short quick one counts, a short slow one does not', () => {
    expect(toSwipe({ x: -40, y: 0 }, { x: -0.9, y: 0 }, stage)).toBe('next');
    expect(toSwipe({ x: -40, y: 0 }, { x: -0.1, y: 0 }, stage)).toBeUndefined();
  });
  test('one that reverses is ignored', () => {
    expect(toSwipe({ x: -40, y: 0 }, { x: 0.9, y: 0 }, stage)).toBeUndefined();
  });
});
