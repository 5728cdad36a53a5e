import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  centred,
  croppedSize,
  getVisiblePart,
  moved,
} from '#domains/profiles/pictures/crop.rules.ts';

const wide = { width: 2000, height: 1000 };

test('a wide picture fills a square frame by its height, from the middle', () => {
  expect(getVisiblePart(centred, wide, 1)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(getVisiblePart({ ...centred, zoom: 2 }, wide, 1)).toEqual({
    left: 0.375,
    top: 0.25,
    width: 0.25,
    height: 0.5,
  });
  expect(getVisiblePart(centred, wide, 4)).toMatchObject({ left: 0, width: 1, height: 0.5 });
});

test('dragging by the width of the frame moves by the visible part, up to the edge of the picture', () => {
  expect(getVisiblePart(moved(centred, { x: 0.25 }, wide, 1), wide, 1).left).toBe(0.125);
  expect(getVisiblePart(moved(centred, { x: 9 }, wide, 1), wide, 1).left).toBe(0);
  expect(getVisiblePart(moved(centred, { x: -9, y: 3 }, wide, 1), wide, 1)).toMatchObject({
    left: 0.5,
    top: 0,
  });
  // Moves back from the edge at once, however far beyond it the pointer was.
  expect(
    getVisiblePart(moved(moved(centred, { x: 9 }, wide, 1), { x: -0.5 }, wide, 1), wide, 1).left,
  ).toBe(0.25);
});

test('the frame stays full and keeps its shape, whatever the input', () => {
  const size = fc.record({
    width: fc.integer({ min: 96, max: 9000 }),
    height: fc.integer({ min: 96, max: 9000 }),
  });
  const step = fc.record({
    x: fc.float({ min: -3, max: 3, noNaN: true }),
    y: fc.float({ min: -3, max: 3, noNaN: true }),
    zoom: fc.float({ min: 0, max: 9, noNaN: true }),
  });
  fc.assert(
    fc.property(
      size,
      fc.constantFrom(1, 3),
      fc.array(step, { maxLength: 8 }),
      (picture, frame, steps) => {
        const part = getVisiblePart(
          steps.reduce((crop, by) => moved(crop, by, picture, frame), centred),
          picture,
          frame,
        );
        expect(Math.min(part.left, part.top)).toBeGreaterThan(-1e-9);
        expect(Math.max(part.left + part.width, part.top + part.height)).toBeLessThan(1 + 1e-9);
        expect((part.width * picture.width) / (part.height * picture.height)).toBeCloseTo(frame, 4);
      },
    ),
  );
});

test('the cropped picture has its own pixels, up to the maximum', () => {
  expect(croppedSize({ left: 0, top: 0, width: 0.5, height: 1 }, wide, 1, 512)).toEqual({
    width: 512,
    height: 512,
  });
  expect(croppedSize({ left: 0, top: 0, width: 0.1, height: 0.2 }, wide, 1, 512)).toEqual({
    width: 200,
    height: 200,
  });
});
