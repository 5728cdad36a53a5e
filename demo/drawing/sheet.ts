import type { Random } from '../random.ts';

export type Stop = string | [colour: string, opacity: number];

/** One SVG in the making. Paints and filters are named as they are asked for. */
export interface Sheet {
  width: number;
  height: number;
  /** A hundredth of the shorter side: shapes keep their proportions in every format. */
  unit: number;
  random: Random;
  add(...markup: string[]): void;
  /** From top to bottom unless `angle` (degrees) turns it. */
  linear(stops: Stop[], angle?: number): string;
  radial(stops: Stop[], x?: number, y?: number, r?: number): string;
  /** The value of a filter attribute. */
  blur(radius: number): string;
  clip(markup: string): string;
  /**
   * `zoom` shows a part around `focus` (shares of width and height), larger; `isMirrored` swaps
   * left and right.
   */
  svg(view?: { zoom?: number; focus?: [x: number, y: number]; isMirrored?: boolean }): string;
}

const round = (number: number) => Math.round(number * 10) / 10;

export function createSheet(width: number, height: number, random: Random): Sheet {
  const defs: string[] = [];
  const body: string[] = [];
  const name = (markup: (id: string) => string) => {
    const id = `d${defs.length}`;
    defs.push(markup(id));
    return `url(#${id})`;
  };
  const stopsOf = (stops: Stop[]) =>
    stops
      .map((stop, index) => {
        const [colour, opacity] = typeof stop === 'string' ? [stop, 1] : stop;
        return (
          `<stop offset="${round((index / Math.max(1, stops.length - 1)) * 100)}%" ` +
          `stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`
        );
      })
      .join('');
  return {
    width,
    height,
    unit: Math.min(width, height) / 100,
    random,
    add: (...markup) => void body.push(...markup),
    linear: (stops, angle = 0) =>
      name(
        (id) =>
          `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1" ` +
          `gradientTransform="rotate(${angle} .5 .5)">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (stops, x = 0.5, y = 0.5, r = 0.5) =>
      name(
        (id) =>
          `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${r}">${stopsOf(stops)}</radialGradient>`,
      ),
    blur: (radius) =>
      name(
        (id) =>
          `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${round(radius)}"/></filter>`,
      ),
    clip: (markup) => name((id) => `<clipPath id="${id}">${markup}</clipPath>`),
    svg: ({ zoom = 1, focus = [0.5, 0.5] as Point, isMirrored = false } = {}) => {
      const [w, h] = [width / zoom, height / zoom];
      const [x, y]: Point = [(width - w) * focus[0], (height - h) * focus[1]];
      const view = [x, y, w, h].map(round).join(' ');
      const drawing = isMirrored
        ? `<g transform="translate(${round(2 * x + w)} 0) scale(-1 1)">${body.join('')}</g>`
        : body.join('');
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
        `viewBox="${view}"><defs>${defs.join('')}</defs>${drawing}</svg>`
      );
    },
  };
}

export type Point = [x: number, y: number];

const at = ([x, y]: Point) => `${round(x)} ${round(y)}`;

type Attributes = Record<string, string | number | undefined>;

function toAttributes(attributes: Attributes): string {
  let text = '';
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined)
      text += ` ${key}="${typeof value === 'number' ? round(value * 100) / 100 : value}"`;
  return text;
}

export const path = (d: string, attributes: Attributes) =>
  `<path d="${d}"${toAttributes(attributes)}/>`;
export const rect = (x: number, y: number, width: number, height: number, attributes: Attributes) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${toAttributes(attributes)}/>`;
export const circle = (x: number, y: number, r: number, attributes: Attributes) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}"${toAttributes(attributes)}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, attributes: Attributes) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}"${toAttributes(attributes)}/>`;
export const line = (from: Point, to: Point, attributes: Attributes) =>
  path(`M${at(from)}L${at(to)}`, { fill: 'none', 'stroke-linecap': 'round', ...attributes });
export const group = (attributes: Attributes, ...markup: string[]) =>
  `<g${toAttributes(attributes)}>${markup.join('')}</g>`;
export const polygon = (points: Point[], attributes: Attributes) =>
  path(`M${points.map(at).join('L')}Z`, attributes);

/** A soft line through all points (Catmull-Rom as cubic curves). */
export function curve(points: Point[], isClosed = false): string {
  const count = points.length;
  const point = (index: number) =>
    isClosed ? points[(index + count) % count]! : points[Math.max(0, Math.min(count - 1, index))]!;
  let d = `M${at(points[0]!)}`;
  for (let index = 0; index < (isClosed ? count : count - 1); index++) {
    const [before, from, to, after] = [
      point(index - 1),
      point(index),
      point(index + 1),
      point(index + 2),
    ];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${at(first)} ${at(second)} ${at(to)}`;
  }
  return isClosed ? `${d}Z` : d;
}

/** Everything below the line, down to the lower edge. */
export const below = ({ width, height }: Sheet, points: Point[], isSoft = true) =>
  `${isSoft ? curve(points) : `M${points.map(at).join('L')}`}L${width + 5} ${height + 5}L-5 ${height + 5}Z`;

export function blob(
  random: Random,
  x: number,
  y: number,
  rx: number,
  ry = rx,
  wobble = 0.12,
  count = 9,
): string {
  const turn = random.next() * Math.PI;
  const points = Array.from({ length: count }, (_, index): Point => {
    const angle = turn + (index / count) * Math.PI * 2;
    const reach = 1 + random.between(-wobble, wobble);
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach];
  });
  return curve(points, true);
}
