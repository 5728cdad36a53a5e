import { darker, lighter, mix } from '../colour.ts';
import { below, circle, curve, ellipse, group, line, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { bush, garland, hills, leaf, shadow, tree } from '../shapes.ts';
import { faded, paintSky, shaded, skies, type Sky, type SkyName } from '../skies.ts';

export function skyline(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const name = random.pick<SkyName>(['night', 'dusk', 'sunset', 'night']);
  const sky = skies[name];
  const level = height * random.between(0.68, 0.78);
  paintSky(sheet, sky, level, { sunX: random.between(0.15, 0.85), sunY: random.between(0.12, 0.25), sunSize: 4 });
  let city = '';
  for (let layer = 0; layer < 3; layer++) {
    const wall = mix(sky.haze, '#141a3a', 0.35 + layer * 0.28);
    for (let x = -unit * 3; x < width; ) {
      const [breadth, tall] = [unit * random.between(5, 12), unit * random.between(10, 44 - layer * 9)];
      city += rect(x, level - tall, breadth, tall + 2, { fill: wall });
      if (random.chance(0.25)) city += polygon([[x, level - tall], [x + breadth / 2, level - tall - unit * random.between(3, 9)], [x + breadth, level - tall]], { fill: wall });
      else if (random.chance(0.2)) city += rect(x + breadth * 0.48, level - tall - unit * 7, unit * 0.5, unit * 7, { fill: wall });
      const [stepX, stepY] = [unit * 2.3, unit * 3];
      for (let wy = level - tall + unit * 1.6; wy < level - unit * 2; wy += stepY) for (let wx = x + unit; wx < x + breadth - unit * 1.2; wx += stepX) if (random.chance(0.16 + layer * 0.14)) city += rect(wx, wy, unit * 0.9, unit * 1.3, { fill: random.pick(['#ffd98a', '#ffe9b8', '#f9b86a', '#cfe4ff']), opacity: 0.45 + layer * 0.2 });
      x += breadth + unit * random.between(-1, 2.5);
    }
  }
  sheet.add(city, rect(0, level, width, height - level, { fill: sheet.linear([mix(sky.haze, '#1a2250', 0.5), darker(sky.stops[0]!, 0.3)]) }));
  const mirror = sheet.clip(rect(0, level, width, height - level, {}));
  sheet.add(group({ 'clip-path': mirror }, group({ transform: `translate(0 ${level * 2}) scale(1 -1)`, opacity: 0.3 }, city)));
  for (let count = 45; count > 0; count--) sheet.add(ellipse(random.between(0, width), random.between(level, height), unit * random.between(2, 9), unit * 0.18, { fill: '#ffe2a8', opacity: 0.14 }));
  return `The lights of the city across the river ${sky.words}`;
}

const houseColours = ['#e07a5f', '#f2cc8f', '#81b29a', '#6a8caf', '#e8a598', '#d9c7a0', '#c9708a', '#8fb8c4', '#efe3cf', '#b5838d'];

function houses(sheet: Sheet, sky: Sky, floor: number): void {
  const { width, unit, random } = sheet;
  const colours = random.shuffled(houseColours);
  let index = 0;
  for (let x = -unit * random.between(0, 8); x < width; index++) {
    const [breadth, tall] = [unit * random.between(17, 23), unit * random.between(32, 47)];
    const wall = shaded(sky, colours[index % colours.length]!);
    const roof = shaded(sky, random.pick(['#8a4a3f', '#5d5566', '#a5583f', '#4f5f6b']));
    const gable: Point[] = random.chance(0.6) ? [[x - unit * 0.4, floor - tall], [x + breadth / 2, floor - tall - unit * 11], [x + breadth + unit * 0.4, floor - tall]] : [[x - unit * 0.4, floor - tall], [x + unit * 2, floor - tall - unit * 7], [x + breadth - unit * 2, floor - tall - unit * 7], [x + breadth + unit * 0.4, floor - tall]];
    sheet.add(rect(x + breadth * 0.68, floor - tall - unit * 11, unit * 3, unit * 8, { fill: darker(roof, 0.1) }), polygon(gable, { fill: roof }), rect(x, floor - tall, breadth, tall, { fill: sheet.linear([lighter(wall, 0.12), wall]) }), rect(x, floor - tall, unit * 0.5, tall, { fill: darker(wall, 0.25), opacity: 0.5 }));
    const doorAt = random.int(0, 1);
    for (let row = 0; row < 3; row++) for (let column = 0; column < 2; column++) {
      const [wx, wy] = [x + breadth * (0.17 + column * 0.4), floor - tall + unit * (4 + row * 12)];
      if (wy > floor - unit * 10 && column === doorAt) continue;
      if (wy > floor - unit * 9) continue;
      sheet.add(rect(wx - unit * 0.5, wy - unit * 0.5, unit * 6, unit * 8, { fill: lighter(wall, 0.6) }), rect(wx, wy, unit * 5, unit * 7, { fill: sky.hasStars || random.chance(0.15) ? '#ffdc93' : sheet.linear([shaded(sky, '#6d8ba0'), shaded(sky, '#b8d3dd')]) }), rect(wx + unit * 2.3, wy, unit * 0.4, unit * 7, { fill: lighter(wall, 0.6) }), rect(wx, wy + unit * 3.2, unit * 5, unit * 0.4, { fill: lighter(wall, 0.6) }));
      if (random.chance(0.35)) for (let flower = 5; flower > 0; flower--) sheet.add(circle(wx + unit * random.between(0, 5), wy + unit * random.between(6.8, 7.8), unit * 0.9, { fill: random.pick(['#e8604c', '#f6c33c', '#c77fb0', '#5f9a4c', '#4f8a45']) }));
    }
    const doorX = x + breadth * (0.17 + doorAt * 0.4);
    sheet.add(path(`M${doorX} ${floor}V${floor - unit * 9}Q${doorX + unit * 2.8} ${floor - unit * 12} ${doorX + unit * 5.6} ${floor - unit * 9}V${floor}Z`, { fill: shaded(sky, random.pick(['#7a3f3a', '#2f5f6b', '#3f4f3f', '#8a5a2c', '#4a3f6b'])) }), circle(doorX + unit * 4.6, floor - unit * 4.6, unit * 0.4, { fill: '#f2d28a' }));
    x += breadth;
  }
}

export function street(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'overcast'])];
  const floor = height * 0.82;
  paintSky(sheet, sky, floor, { sunX: random.next(), sunY: 0.14, sunSize: 4 });
  houses(sheet, sky, floor);
  sheet.add(rect(0, floor, width, height - floor, { fill: sheet.linear([shaded(sky, '#cfc4b4'), shaded(sky, '#a89c8f')]) }), rect(0, floor, width, unit * 1.2, { fill: shaded(sky, '#e2d8c8') }));
  for (let count = 60; count > 0; count--) sheet.add(ellipse(random.between(0, width), random.between(floor + unit * 2, height), unit * random.between(1.5, 3), unit * 0.6, { fill: shaded(sky, '#8a7f74'), opacity: 0.25 }));
  const isFestive = random.chance(0.5);
  if (isFestive) for (let row = 0; row < 2; row++) sheet.add(bunting(sheet, [-unit * 4, height * (0.16 + row * 0.16)], [width + unit * 4, height * (0.12 + row * 0.2)], unit * 5));
  else sheet.add(tree(random, width * random.between(0.1, 0.9), floor + unit * 4, unit * 38, shaded(sky, random.pick(['#5f9a4c', '#e0943a', '#7fa84c', '#f2b8c6']))));
  return `A street of colourful old houses${isFestive ? ' hung with bunting' : ''} ${sky.words}`;
}

function bunting({ unit, random }: Sheet, from: Point, to: Point, sag: number): string {
  const colours = random.shuffled(['#e8604c', '#f2b632', '#4f9fb5', '#6fae72', '#f6efe2', '#c77fb0', '#5a6fb0']);
  return garland(from, to, sag, 15, '#5a5048', unit * 0.3, (x, y, index) => polygon([[x - unit * 2.6, y], [x + unit * 2.6, y + unit * 0.2], [x, y + unit * 5.4]], { fill: colours[index % colours.length]! }));
}

export function fair(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['noon', 'morning', 'golden', 'dusk'])];
  const floor = height * 0.72;
  paintSky(sheet, sky, floor, {});
  sheet.add(path(below(sheet, hills(sheet, random, floor - unit * 9, unit * 5)), { fill: faded(sky, '#5f8f56', 0.65) }));
  for (let count = 7; count > 0; count--) sheet.add(tree(random, random.between(0, width), floor, unit * random.between(17, 26), faded(sky, random.pick(['#4f8a4a', '#6f9a50']), 0.8)));
  sheet.add(rect(0, floor - unit * 2, width, height, { fill: sheet.linear([shaded(sky, '#9db565'), shaded(sky, '#7a9a4c')]) }));
  const colours = random.shuffled(['#d9483b', '#eda33b', '#2f7f8f', '#7a5aa0', '#3f9d6d', '#e8708f']);
  const stalls = Math.max(2, Math.round(width / (unit * 38)));
  for (let index = 0; index < stalls; index++) {
    const [x, foot, size] = [width * ((index + 0.5) / stalls), floor + unit * random.between(8, 14), unit * 15];
    const colour = shaded(sky, colours[index % colours.length]!);
    sheet.add(ellipse(x, foot, size * 1.1, unit * 2, { fill: '#1a2418', opacity: 0.22 }), rect(x - size, foot - size * 1.5, unit, size * 1.5, { fill: '#8a6a4c' }), rect(x + size - unit, foot - size * 1.5, unit, size * 1.5, { fill: '#8a6a4c' }), rect(x - size * 0.95, foot - size * 1.45, size * 1.9, size * 0.9, { fill: shaded(sky, '#5a4a40'), opacity: 0.35 }), rect(x - size, foot - size * 0.62, size * 2, size * 0.62, { fill: sheet.linear([shaded(sky, '#d8b88a'), shaded(sky, '#b48c5c')]) }));
    for (let item = 0; item < 8; item++) sheet.add(circle(x - size * 0.85 + item * size * 0.24, foot - size * 0.72, size * random.between(0.09, 0.15), { fill: shaded(sky, random.pick(['#e8604c', '#f2b632', '#8a5a3a', '#f3dcb0', '#6fae72', '#c77fb0'])) }));
    for (let stripe = 0; stripe < 8; stripe++) {
      const [left, step] = [x - size * 1.15 + (stripe * size * 2.3) / 8, (size * 2.3) / 8];
      const lean = (share: number) => (share - x) * 0.86 + x;
      const fill = stripe % 2 ? shaded(sky, '#fbf4e6') : colour;
      sheet.add(polygon([[lean(left), foot - size * 2.1], [lean(left + step), foot - size * 2.1], [left + step, foot - size * 1.45], [left, foot - size * 1.45]], { fill }), path(`M${left} ${foot - size * 1.46}H${left + step}V${foot - size * 1.36}A${step / 2} ${step / 2} 0 0 1 ${left} ${foot - size * 1.36}Z`, { fill: darker(fill, 0.06) }));
    }
  }
  sheet.add(bunting(sheet, [-unit * 4, height * 0.1], [width * 0.55, height * 0.07], unit * 5), bunting(sheet, [width * 0.45, height * 0.06], [width + unit * 4, height * 0.12], unit * 6));
  return `Stalls with striped awnings and bunting at the fair ${sky.words}`;
}

export function bicycle(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#e8cfae', '#8fb3ad', '#d98a6a', '#e5dccb', '#6f87a0', '#c9b8d0', '#f0c86a']);
  const floor = height * 0.84;
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.15), wall, darker(wall, 0.1)]) }));
  if (random.chance(0.5)) for (let row = 0; row * unit * 5 < floor; row++) for (let x = (row % 2) * unit * -6; x < width; x += unit * 12) sheet.add(rect(x, row * unit * 5, unit * 11.4, unit * 4.4, { fill: random.pick([lighter(wall, 0.12), darker(wall, 0.08), wall]), rx: unit * 0.3, opacity: 0.8 }));
  sheet.add(rect(0, floor, width, height, { fill: sheet.linear(['#b8aca0', '#8f857c']) }));
  const vine = random.pick(['#5f8f4c', '#c9583f', '#7fa05a']);
  for (let count = 90; count > 0; count--) {
    const reach = random.next() ** 2;
    sheet.add(leaf(width * (random.chance(0.5) ? reach * 0.4 : 1 - reach * 0.35), random.next() ** 2 * height * 0.42, random.next() * 7, unit * random.between(2.5, 5), unit * 3, mix(vine, lighter(vine, 0.3), random.next())));
  }
  const [x, r] = [width / 2 + unit * random.between(-4, 4), unit * 16];
  const [back, front]: Point[] = [[x - unit * 24, floor - r + unit * 5], [x + unit * 24, floor - r + unit * 5]];
  const [crank, seat, head]: Point[] = [[x - unit * 3, back![1] + unit], [x - unit * 9, back![1] - unit * 22], [x + unit * 16, back![1] - unit * 21]];
  const paint = random.pick(['#c93f3a', '#2f6f6b', '#2f4f8a', '#e0a030', '#3a3a44', '#d9708a', '#f4efe4']);
  sheet.add(shadow(sheet, x, floor + unit * 5.5, unit * 40, unit * 2.4, 0.35));
  for (const wheel of [back!, front!]) {
    for (let spoke = 0; spoke < 14; spoke++) sheet.add(line(wheel, [wheel[0] + Math.cos((spoke / 14) * 6.283) * r, wheel[1] + Math.sin((spoke / 14) * 6.283) * r], { stroke: '#d8d8d8', 'stroke-width': unit * 0.22 }));
    sheet.add(circle(...wheel, r, { fill: 'none', stroke: '#2b2b30', 'stroke-width': unit * 1.5 }), circle(...wheel, r - unit * 1.1, { fill: 'none', stroke: '#c8b89a', 'stroke-width': unit * 0.5 }), circle(...wheel, unit * 1.3, { fill: '#77777d' }));
  }
  const tube = { stroke: paint, 'stroke-width': unit * 1.7 };
  sheet.add(line(back!, crank!, tube), line(back!, seat!, tube), line(crank!, seat!, tube), line(seat!, head!, tube), line(crank!, [head![0] + unit, head![1] + unit * 4], tube), line(front!, [head![0] - unit * 1.4, head![1] - unit * 4], tube));
  sheet.add(line(seat!, [seat![0] - unit * 1.2, seat![1] - unit * 5], { stroke: '#8d8d94', 'stroke-width': unit }), path(`M${seat![0] - unit * 7} ${seat![1] - unit * 6}Q${seat![0]} ${seat![1] - unit * 8} ${seat![0] + unit * 5} ${seat![1] - unit * 5.6}Q${seat![0]} ${seat![1] - unit * 4} ${seat![0] - unit * 7} ${seat![1] - unit * 6}Z`, { fill: '#5a3a28' }));
  sheet.add(path(`M${head![0] - unit * 2} ${head![1] - unit * 7}Q${head![0] + unit * 6} ${head![1] - unit * 9} ${head![0] - unit * 6} ${head![1] - unit * 6}`, { fill: 'none', stroke: '#4a4a50', 'stroke-width': unit * 1.3, 'stroke-linecap': 'round' }), circle(...crank!, unit * 3, { fill: 'none', stroke: '#55555c', 'stroke-width': unit * 0.9 }), line([crank![0] - unit * 2, crank![1] - unit * 4], [crank![0] + unit * 2, crank![1] + unit * 4], { stroke: '#44444a', 'stroke-width': unit * 0.8 }));
  const hasBasket = random.chance(0.65);
  if (hasBasket) {
    const [bx, by] = [head![0] + unit * 5, head![1] - unit * 5];
    for (let count = 9; count > 0; count--) sheet.add(leaf(bx + random.between(-4, 4) * unit, by, -1.57 + random.between(-0.8, 0.8), unit * random.between(5, 9), unit * 2.6, '#5f8f4c'), circle(bx + random.between(-5, 5) * unit, by - unit * random.between(3, 8), unit * 1.6, { fill: random.pick(['#f2b632', '#e8708f', '#ffffff', '#c77fb0']) }));
    sheet.add(path(curve([[bx - unit * 6, by], [bx - unit * 5, by + unit * 8], [bx + unit * 5, by + unit * 8], [bx + unit * 6, by]]), { fill: '#b98a54' }), rect(bx - unit * 6.6, by - unit, unit * 13.2, unit * 1.8, { fill: '#d1a56c', rx: unit }));
  } else sheet.add(bush(random, width * 0.9, floor + unit * 3, unit * 12, '#6f9a50'));
  return `A bicycle${hasBasket ? ' with a basket of flowers' : ''} leaning against a wall`;
}
