type Rgb = [number, number, number];

const parts = (hex: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Rgb;
const toHex = (rgb: number[]) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.max(0, Math.min(255, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** `share` 0 is the first colour, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [parts(first), parts(second)];
  return toHex(a.map((part, index) => part + (b[index]! - part) * share));
}

export const lighter = (colour: string, share = 0.2) => mix(colour, '#ffffff', share);
export const darker = (colour: string, share = 0.2) => mix(colour, '#10142a', share);

export function hsl(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    return (
      255 *
      (lightness -
        saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return toHex([channel(0), channel(8), channel(4)]);
}
