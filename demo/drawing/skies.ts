import { lighter, mix } from './colour.ts';
import { circle, ellipse, group, rect, type Sheet } from './sheet.ts';

export interface Sky {
  /** For the description of the picture. */
  words: string;
  stops: string[];
  sun: string;
  /** Colour that distant objects fade into. */
  haze: string;
  /** Tint of this light on the ground, and its strength. */
  shade: [colour: string, share: number];
  hasStars?: boolean;
}

export type SkyName =
  | 'dawn'
  | 'morning'
  | 'noon'
  | 'golden'
  | 'sunset'
  | 'dusk'
  | 'night'
  | 'overcast'
  | 'mist';

export const skies: Record<SkyName, Sky> = {
  dawn: {
    words: 'at dawn',
    stops: ['#4b5a94', '#a88bb5', '#f4b49c', '#fde6c6'],
    sun: '#fff3dc',
    haze: '#f0c6b6',
    shade: ['#6a5b8c', 0.28],
  },
  morning: {
    words: 'on a clear morning',
    stops: ['#6fabe0', '#b4d8f1', '#f7efdb'],
    sun: '#fffbe8',
    haze: '#dbe8ea',
    shade: ['#fff2c8', 0.06],
  },
  noon: {
    words: 'under a blue sky',
    stops: ['#3c8cd6', '#86c1ee', '#d9eefa'],
    sun: '#ffffff',
    haze: '#cfe6f2',
    shade: ['#ffffff', 0],
  },
  golden: {
    words: 'in golden evening light',
    stops: ['#7397c9', '#f2c88f', '#ffe7b5'],
    sun: '#fff4cf',
    haze: '#f9dcaa',
    shade: ['#e8963c', 0.18],
  },
  sunset: {
    words: 'at sunset',
    stops: ['#43306b', '#a8466f', '#f07a50', '#ffd592'],
    sun: '#ffe9b8',
    haze: '#f0a27a',
    shade: ['#4a2350', 0.38],
  },
  dusk: {
    words: 'at dusk',
    stops: ['#1c2752', '#4c5799', '#b184ad', '#f3bfa6'],
    sun: '#fde8d6',
    haze: '#a58bb4',
    shade: ['#1f2450', 0.5],
    hasStars: true,
  },
  night: {
    words: 'at night',
    stops: ['#0a0f2c', '#182555', '#34478a'],
    sun: '#f5f1dd',
    haze: '#3a4c8c',
    shade: ['#0c1233', 0.68],
    hasStars: true,
  },
  overcast: {
    words: 'on a grey day',
    stops: ['#a3b4c4', '#cbd5dc', '#ebeeee'],
    sun: '#ffffff',
    haze: '#d8e0e3',
    shade: ['#8fa0ac', 0.2],
  },
  mist: {
    words: 'in the mist',
    stops: ['#b5c9d2', '#dbe5e4', '#f8f3e8'],
    sun: '#fffdf4',
    haze: '#eaefeb',
    shade: ['#b9cbd0', 0.22],
  },
};

export const shaded = (sky: Sky, colour: string) => mix(colour, sky.shade[0], sky.shade[1]);
/** `depth` 0 is far away, 1 is near. */
export const faded = (sky: Sky, colour: string, depth: number) =>
  mix(sky.haze, shaded(sky, colour), depth);

/**
 * Sky down to `horizon`, with a sun or moon at `sunX`, `sunY` (shares of width and height) when
 * wanted.
 */
export function paintSky(
  sheet: Sheet,
  sky: Sky,
  horizon: number,
  {
    sunX,
    sunY,
    sunSize = 5,
    clouds = true,
  }: { sunX?: number; sunY?: number; sunSize?: number; clouds?: boolean } = {},
) {
  const { width, height, unit, random } = sheet;
  sheet.add(
    rect(0, 0, width, height, { fill: sky.stops.at(-1) }),
    rect(0, 0, width, horizon + 2, { fill: sheet.linear(sky.stops) }),
  );
  if (sky.hasStars) paintStars(sheet, horizon * 0.75);
  if (sunX !== undefined && sunY !== undefined) {
    const [x, y] = [sunX * width, sunY * height];
    const glow = sheet.radial([
      [sky.sun, 0.75],
      [sky.sun, 0.25],
      [sky.sun, 0],
    ]);
    sheet.add(
      circle(x, y, unit * sunSize * 6, { fill: glow }),
      circle(x, y, unit * sunSize, { fill: sky.sun }),
    );
  }
  if (clouds)
    for (let count = random.int(2, 4); count > 0; count--)
      paintCloud(sheet, sky, random.between(0, width), random.between(0.06, 0.6) * horizon);
}

export function paintStars(sheet: Sheet, bottom: number) {
  const { width, unit, random } = sheet;
  for (let count = 70; count > 0; count--) {
    const y = random.next() ** 1.5 * bottom;
    sheet.add(
      circle(random.next() * width, y, unit * random.between(0.08, 0.28), {
        fill: '#fff',
        opacity: random.between(0.25, 0.9) * (1 - y / bottom) + 0.1,
      }),
    );
  }
}

function paintCloud(sheet: Sheet, sky: Sky, x: number, y: number) {
  const { unit, random } = sheet;
  const colour = lighter(mix(sky.stops.at(-1)!, sky.stops[1]!, 0.25), sky.hasStars ? 0.05 : 0.55);
  const size = unit * random.between(7, 15);
  const soft = sheet.blur(unit * 0.9);
  const puffs = Array.from({ length: random.int(4, 7) }, () =>
    ellipse(
      x + random.between(-1.8, 1.8) * size,
      y + random.between(-0.12, 0.16) * size,
      size * random.between(0.6, 1.3),
      size * random.between(0.12, 0.3),
      { fill: colour },
    ),
  );
  sheet.add(group({ filter: soft, opacity: sky.hasStars ? 0.35 : 0.7 }, ...puffs));
}
