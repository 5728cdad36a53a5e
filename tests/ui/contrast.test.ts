import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Colour = [lightness: number, chroma: number, hue: number];
type Theme = 'light' | 'dark';

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const [usual, moreContrast] = css.split('@media (prefers-contrast: more)') as [string, string];

function read(part: string): Map<string, Record<Theme, Colour>> {
  const found = new Map<string, Record<Theme, Colour>>();
  const pair = /--([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g;
  const numbers = (text: string) => text.split(' ').map(Number) as Colour;
  for (const [, name, light, dark] of part.matchAll(pair))
    found.set(name!, { light: numbers(light!), dark: numbers(dark!) });
  return found;
}

/** OKLCH to the relative luminance of WCAG 2.2, out-of-gamut channels clipped as a screen does. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3'];
const on = (texts: string[], grounds: string[], least: number) =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground, least] as const));

const pairs = [
  ...on(['text-1', 'text-2', 'text-3'], surfaces, 4.5),
  ...on(
    ['text-1', 'text-2'],
    ['accent-soft', 'good-soft', 'warn-soft', 'bad-soft', 'info-soft'],
    4.5,
  ),
  ...on(['accent-strong'], [...surfaces, 'accent-soft'], 4.5),
  ...on(['on-accent'], ['accent', 'accent-strong'], 4.5),
  ...on(['on-bad'], ['bad'], 4.5),
  ...['good', 'warn', 'bad', 'info'].flatMap((name) =>
    on([name], [...surfaces.slice(0, 3), `${name}-soft`], 4.5),
  ),
  ...on(['reaction-like', 'reaction-blessings'], surfaces.slice(0, 4), 4.5),
  ...on(['bad', 'warn'], ['surface-3'], 4.5),
  // Not text: borders of fields, the focus ring and the ember need 3:1.
  ...on(['line-strong', 'focus', 'accent'], surfaces.slice(0, 3), 3),
];

describe.each([
  ['usual colours', read(usual)],
  ['more contrast', new Map([...read(usual), ...read(moreContrast)])],
] as const)('%s', (_, tokens) => {
  test.each(['light', 'dark'] as const)('%s: every pair reaches its ratio', (theme) => {
    const tooLow = pairs.flatMap(([text, ground, least]) => {
      const reached = contrast(tokens.get(text)![theme], tokens.get(ground)![theme]);
      return reached >= least ? [] : [`${text} on ${ground}: ${reached.toFixed(2)} of ${least}:1`];
    });
    expect(tooLow).toEqual([]);
  });
});

test('with prefers-contrast: more, body text reaches 7:1 on every surface', () => {
  const tokens = new Map([...read(usual), ...read(moreContrast)]);
  for (const theme of ['light', 'dark'] as const)
    for (const text of ['text-1', 'text-2', 'text-3'])
      for (const surface of surfaces)
        expect(
          contrast(tokens.get(text)![theme], tokens.get(surface)![theme]),
          `${text} on ${surface}, ${theme}`,
        ).toBeGreaterThanOrEqual(7);
});

test('black on white is 21:1', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});
