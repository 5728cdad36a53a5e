import { darker, lighter } from '../colour.ts';
import { leaf, shadow, stem } from '../shapes.ts';
import { blob, ellipse, path, rect, type Sheet } from '../sheet.ts';
import { setTable } from './parts.ts';

export function fruitBowl(sheet: Sheet): string {
  const { unit, random } = sheet;
  const { x, foot } = setTable(sheet);
  const [kind, colours] = random.pick([
    ['tomatoes', ['#d93a2b', '#e8552f', '#c42f2a', '#ec8f35']],
    ['apples', ['#c93a3a', '#d9614a', '#a8b84a', '#e2b84c']],
    ['oranges and lemons', ['#f08c28', '#f2a43c', '#f5d34a', '#f0c13a']],
    ['plums', ['#5a3a78', '#7a4a8f', '#44315f', '#8f5a8a']],
    ['peaches', ['#f2a06a', '#f4b98a', '#e88058', '#f6c79a']],
  ] as const);
  const [rx, glaze] = [
    unit * 33,
    random.pick(['#3f7f92', '#f4efe4', '#c8693f', '#5f7f5f', '#2f4262', '#d9c7b0']),
  ];
  sheet.add(shadow(sheet, x + unit * 4, foot + unit, unit * 28, unit * 4));
  const fruit = Array.from({ length: 15 }, (_, index) => ({
    x: x + ((index % 5) - 2) * unit * 11 + unit * random.between(-2, 2),
    y: foot - unit * (19 + Math.floor(index / 5) * 8.5) + unit * random.between(-1, 1),
    row: Math.floor(index / 5),
  })).filter(({ x: own, row }) => Math.abs(own - x) < rx * (0.86 - row * 0.24));
  for (const { x: fx, y: fy } of fruit.reverse()) {
    const [colour, size] = [random.pick(colours), unit * random.between(7, 8.2)];
    sheet.add(
      path(blob(random, fx, fy, size, size * 0.95, 0.035), {
        fill: sheet.radial([lighter(colour, 0.45), colour, darker(colour, 0.4)], 0.36, 0.3, 0.75),
      }),
      ellipse(fx - size * 0.32, fy - size * 0.38, size * 0.2, size * 0.12, {
        fill: '#fff',
        opacity: 0.5,
      }),
    );
    if (kind === 'tomatoes')
      for (let part = 0; part < 5; part++)
        sheet.add(
          leaf(fx, fy - size * 0.75, (part / 5) * 6.28, size * 0.5, size * 0.17, '#4f7f3a'),
        );
    else if (random.chance(0.5))
      sheet.add(
        stem(fx, fy - size * 0.8, fx + unit, fy - size * 1.25, 0, '#5a4030', unit * 0.5),
        leaf(fx + unit * 0.4, fy - size, -0.6, size * 0.75, size * 0.32, '#5f8f45'),
      );
  }
  const bowl =
    `M${x - rx} ${foot - unit * 20}` +
    `C${x - rx * 0.95} ${foot - unit * 3} ${x - rx * 0.5} ${foot} ${x} ${foot}` +
    `C${x + rx * 0.5} ${foot} ${x + rx * 0.95} ${foot - unit * 3} ${x + rx} ${foot - unit * 20}` +
    'Z';
  sheet.add(
    path(bowl, { fill: sheet.linear([lighter(glaze, 0.3), glaze, darker(glaze, 0.35)], -80) }),
    rect(x - rx - unit * 0.6, foot - unit * 20.6, rx * 2 + unit * 1.2, unit * 2, {
      fill: lighter(glaze, 0.35),
      rx: unit,
    }),
  );
  return `A bowl of ripe ${kind} on the kitchen table`;
}
