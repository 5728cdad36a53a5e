import { darker, lighter, mix } from '../colour.ts';
import { below, circle, curve, ellipse, path, polygon, rect, type Sheet } from '../sheet.ts';
import { bloom, bush, grass, heightAt, hills, leaf, shadow, stem, tree } from '../shapes.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';

export function allotment(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'overcast'])];
  const horizon = height * random.between(0.36, 0.44);
  paintSky(sheet, sky, horizon, { sunX: random.between(0.1, 0.9), sunY: 0.16 });
  const hedge = hills(sheet, random, horizon - unit * 2, unit * 4, 2);
  sheet.add(path(below(sheet, hedge), { fill: faded(sky, '#4f7f4f', 0.7) }));
  for (let count = 9; count > 0; count--) {
    const x = random.between(0, width);
    sheet.add(tree(random, x, heightAt(hedge, x) + unit * 3, unit * random.between(9, 16), faded(sky, random.pick(['#5c8f4a', '#477a4c', '#86a052']), 0.75)));
  }
  const floor = horizon + unit * 5;
  sheet.add(rect(0, floor, width, height - floor, { fill: sheet.linear([shaded(sky, '#9aa35c'), shaded(sky, '#7d9150')]) }));
  shed(sheet, width * random.pick([0.14, 0.86, 0.78]), floor + unit * 5, unit * 11, shaded(sky, random.pick(['#5f8f86', '#8a6a48', '#c4584a', '#5a7896', '#d9a94c'])));
  const soil = shaded(sky, '#6b4c38');
  const rows = 4;
  const plants = random.shuffled(['cabbage', 'tomato', 'lettuce', 'bean', 'marigold', 'pumpkin']);
  for (let row = 0; row < rows; row++) {
    const depth = (row + 0.8) / rows;
    const y = floor + (height - floor) * (0.1 + 0.86 * depth ** 1.35);
    const size = unit * (3 + depth * 7);
    sheet.add(rect(-5, y - size * 0.16, width + 10, size * 0.62, { fill: sheet.linear([lighter(soil, 0.12), darker(soil, 0.2)]), rx: size * 0.2 }));
    const kind = plants[row]!;
    for (let x = random.between(0, size); x < width + size; x += size * 1.35) sheet.add(vegetable(sheet, kind, x, y, size, sky));
  }
  return `An allotment with rows of ${plants.slice(0, 3).map((kind) => ({ cabbage: 'cabbages', tomato: 'tomatoes', lettuce: 'lettuce', bean: 'beans', marigold: 'marigolds', pumpkin: 'pumpkins' })[kind]!).join(', ')} and a shed ${sky.words}`;
}

function shed(sheet: Sheet, x: number, y: number, size: number, wall: string) {
  const { unit } = sheet;
  sheet.add(rect(x - size, y - size * 1.5, size * 2, size * 1.6, { fill: sheet.linear([lighter(wall, 0.08), darker(wall, 0.15)]) }));
  for (let board = -0.75; board < 1; board += 0.25) sheet.add(rect(x + size * board, y - size * 1.5, unit * 0.2, size * 1.6, { fill: darker(wall, 0.3), opacity: 0.5 }));
  sheet.add(
    polygon([[x - size * 1.2, y - size * 1.42], [x - size * 0.1, y - size * 2.15], [x + size * 0.1, y - size * 2.15], [x + size * 1.2, y - size * 1.42]], { fill: darker(wall, 0.55) }),
    rect(x - size * 0.62, y - size * 1.1, size * 0.55, size * 1.2, { fill: darker(wall, 0.4) }),
    rect(x + size * 0.2, y - size * 1.1, size * 0.5, size * 0.45, { fill: '#dfeef2', stroke: lighter(wall, 0.5), 'stroke-width': unit * 0.5 }),
  );
}

function vegetable({ unit, random }: Sheet, kind: string, x: number, y: number, size: number, sky: (typeof skies)[SkyName]): string {
  const green = shaded(sky, mix('#4f8a3e', '#86b054', random.next()));
  const leaves = (count: number, reach: number, breadth: number, fill: string) =>
    Array.from({ length: count }, (_, index) => leaf(x, y, -Math.PI * (0.1 + (0.8 * index) / (count - 1)), size * reach * random.between(0.8, 1.1), size * breadth, index % 2 ? fill : lighter(fill, 0.14))).join('');
  if (kind === 'cabbage') return leaves(7, 0.75, 0.5, shaded(sky, '#6fa183')) + circle(x, y - size * 0.26, size * 0.3, { fill: shaded(sky, '#a9cfa0') });
  if (kind === 'lettuce') return leaves(9, 0.62, 0.34, shaded(sky, random.chance(0.4) ? '#8a4a52' : '#94c25a'));
  if (kind === 'bean') {
    const pole = stem(x, y, x, y - size * 1.9, 0, shaded(sky, '#a5814f'), unit * 0.5);
    return pole + Array.from({ length: 12 }, () => leaf(x, y - size * random.between(0.1, 1.8), random.chance(0.5) ? random.between(-0.6, 0.6) : Math.PI + random.between(-0.6, 0.6), size * 0.5, size * 0.34, mix(green, lighter(green, 0.25), random.next()))).join('') + (random.chance(0.6) ? circle(x + size * 0.2, y - size, size * 0.1, { fill: shaded(sky, '#d9483b') }) : '');
  }
  if (kind === 'tomato') return stem(x, y, x, y - size * 1.5, 0, green, unit * 0.5) + Array.from({ length: 10 }, () => leaf(x, y - size * random.between(0.3, 1.5), random.next() * 7, size * 0.5, size * 0.26, mix(green, darker(green, 0.2), random.next()))).join('') + Array.from({ length: 4 }, () => circle(x + random.between(-0.35, 0.35) * size, y - size * random.between(0.3, 1.1), size * random.between(0.11, 0.17), { fill: shaded(sky, random.pick(['#d8382f', '#e2552f', '#e8913c'])) })).join('');
  if (kind === 'pumpkin') return leaves(5, 0.9, 0.5, green) + [-0.22, 0.22, 0].map((offset) => ellipse(x + offset * size, y - size * 0.16, size * 0.28, size * 0.3, { fill: shaded(sky, offset ? '#d0701f' : '#ec8f31') })).join('');
  return leaves(6, 0.5, 0.2, green) + Array.from({ length: 5 }, () => bloom(random, x + random.between(-0.45, 0.45) * size, y - size * random.between(0.3, 0.7), size * 0.17, shaded(sky, random.pick(['#f09a2c', '#f6c33c', '#e2652c'])), '#b5541f')).join('');
}

export function flowerMeadow(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'mist'])];
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([...sky.stops.slice(-2), faded(sky, '#7fa358', 0.7), shaded(sky, '#4f7a3f')]) }));
  const colours = random.pick([['#e0483c', '#f2734e', '#f6efe2'], ['#7a5cb8', '#a98be0', '#f4d2ea'], ['#f2b632', '#f7d95f', '#fff3d0'], ['#e8708f', '#f5a9b8', '#fff0ee'], ['#4f7fd0', '#8fb4ee', '#f3f6ff', '#e8c14a']]);
  for (let count = 46; count > 0; count--) {
    const own = shaded(sky, random.pick(colours));
    sheet.add(circle(random.between(0, width), random.between(0.3, 0.75) * height, unit * random.between(2.5, 6.5), { fill: sheet.radial([[own, 0.6], [own, 0.4], [own, 0]]) }));
  }
  sheet.add(grass(sheet, random, 0, width, height * 0.95, unit * 40, [shaded(sky, '#5c8a44'), shaded(sky, '#7fa850'), shaded(sky, '#3f6b3a')], 190));
  const flowers = Array.from({ length: random.int(22, 32) }, () => ({ x: random.between(0, width), y: height * random.between(0.28, 0.9), size: random.between(3, 8) }));
  for (const { x, y, size } of flowers.sort((a, b) => a.size - b.size)) {
    sheet.add(stem(x + unit * random.between(-5, 5), height + 5, x, y, unit * random.between(-5, 5), shaded(sky, '#4c7a3c'), unit * (0.3 + size * 0.07)));
    sheet.add(bloom(random, x, y, unit * size, shaded(sky, random.pick(colours))));
  }
  return `A meadow full of ${random.pick(['wild', 'summer', 'blooming'])} flowers ${sky.words}`;
}

export function vase(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#e8d9c4', '#c9d8d4', '#f0d8cf', '#d6d3e4', '#34495a', '#e5e0d0']);
  const table = random.pick(['#b98a5e', '#8f6446', '#d8c0a0', '#5d4a44']);
  const edge = height * 0.74;
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.25), wall, darker(wall, 0.15)], 35) }), rect(0, edge, width, height - edge, { fill: sheet.linear([lighter(table, 0.15), darker(table, 0.15)]) }));
  const [x, foot, size] = [width / 2 + unit * random.between(-6, 6), height * 0.88, unit * 17];
  sheet.add(shadow(sheet, x + unit * 5, foot, size * 1.1, unit * 3));
  const top = foot - size * 1.9;
  const colours = random.pick([['#e8604c', '#f4a26a', '#fbe3c8'], ['#c94f7c', '#e898b4', '#fdeef2'], ['#f2b632', '#f7dc7a', '#f0883c'], ['#6a55b0', '#a894dd', '#e9e2fa'], ['#ffffff', '#f4ead0', '#dfe8d0'], ['#d9483b', '#8a2a3a', '#f0b06a']]);
  const green = random.pick(['#4f7f4c', '#6b9460', '#3f6f5a']);
  const heads = Array.from({ length: random.int(11, 17) }, (_, index) => {
    const angle = -Math.PI / 2 + random.between(-1.15, 1.15);
    const reach = size * random.between(0.7, 2.1);
    return { x: x + Math.cos(angle) * reach * 0.95, y: top + Math.sin(angle) * reach, size: unit * random.between(4.5, 8.5), index };
  });
  for (const head of heads) {
    sheet.add(stem(x, top + size * 0.4, head.x, head.y, unit * random.between(-4, 4), green, unit * 0.7));
    for (let count = 2; count > 0; count--) sheet.add(leaf((x + head.x) / 2, (top + head.y) / 2, random.next() * 7, unit * random.between(6, 11), unit * 3.4, mix(green, lighter(green, 0.3), random.next())));
  }
  for (const head of heads.sort((a, b) => a.y - b.y)) sheet.add(bloom(random, head.x, head.y, head.size, random.pick(colours), random.pick(['#f6c445', '#e8a53c', '#6b4a2c'])));
  const glass = random.pick(['#3f7f8f', '#f2ede2', '#c9583f', '#2f4a6b', '#8fae9a', '#d9a94c']);
  const body = `M${x - size * 0.32} ${top}C${x - size * 0.2} ${top + size * 0.4} ${x - size * 0.8} ${top + size * 0.7} ${x - size * 0.72} ${foot - size * 0.5}C${x - size * 0.68} ${foot - size * 0.1} ${x - size * 0.4} ${foot} ${x} ${foot}C${x + size * 0.4} ${foot} ${x + size * 0.68} ${foot - size * 0.1} ${x + size * 0.72} ${foot - size * 0.5}C${x + size * 0.8} ${top + size * 0.7} ${x + size * 0.2} ${top + size * 0.4} ${x + size * 0.32} ${top}Z`;
  sheet.add(path(body, { fill: sheet.linear([lighter(glass, 0.3), glass, darker(glass, 0.3)], -90) }), ellipse(x, top, size * 0.32, size * 0.07, { fill: darker(glass, 0.45) }), ellipse(x - size * 0.38, foot - size * 0.62, size * 0.08, size * 0.3, { fill: '#fff', opacity: 0.35 }));
  return 'A bunch of flowers in a vase on a table';
}

export function sunflowers(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['noon', 'morning', 'golden', 'sunset'])];
  paintSky(sheet, sky, height * 0.7, { sunX: random.next(), sunY: 0.14 });
  sheet.add(path(below(sheet, hills(sheet, random, height * 0.68, unit * 5)), { fill: faded(sky, '#6f9a50', 0.75) }));
  for (let layer = 0; layer < 3; layer++) {
    const size = unit * (5 + layer * 5.5);
    for (let x = random.between(0, size); x < width + size; x += size * random.between(1.7, 2.6)) {
      const y = height * (0.5 + layer * 0.13) + unit * random.between(-6, 6);
      const green = shaded(sky, mix('#4c7f3c', '#6f9f48', random.next()));
      sheet.add(stem(x, height + 5, x, y, unit * random.between(-3, 3), green, size * 0.14));
      for (const side of [-1, 1]) sheet.add(leaf(x, y + size * random.between(1.1, 1.7), side > 0 ? random.between(-0.5, 0.3) : Math.PI + random.between(-0.3, 0.5), size * 1.3, size * 0.75, mix(green, lighter(green, 0.2), random.next())));
      for (const [count, reach, colour] of [[17, 1, '#e8a321'], [15, 0.86, '#f7c531']] as const) for (let petal = 0; petal < count; petal++) sheet.add(leaf(x, y, (petal / count) * Math.PI * 2 + random.between(-0.08, 0.08), size * reach, size * 0.34, shaded(sky, colour)));
      sheet.add(circle(x, y, size * 0.47, { fill: shaded(sky, '#5a3a22') }), circle(x, y, size * 0.3, { fill: shaded(sky, '#3f2818') }));
      for (let seed = 24; seed > 0; seed--) sheet.add(circle(x + Math.cos(seed * 2.4) * size * 0.09 * Math.sqrt(seed), y + Math.sin(seed * 2.4) * size * 0.09 * Math.sqrt(seed), size * 0.025, { fill: shaded(sky, '#a5743c') }));
    }
  }
  return `Tall sunflowers ${sky.words}`;
}

export function pots(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#dfe5dc', '#f0e2d0', '#cfdde4', '#ead2c4', '#4a5f58']);
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.2), darker(wall, 0.1)], 25) }));
  const boards = height > width ? [0.47, 0.92] : [0.84];
  for (const share of boards) {
    const y = height * share;
    sheet.add(rect(0, y, width, unit * 4, { fill: sheet.linear(['#c79a68', '#9a6f48']) }), rect(0, y + unit * 4, width, unit * 5, { fill: sheet.linear([['#1a1428', 0.25], ['#1a1428', 0]]) }));
    const size = unit * (boards.length > 1 ? 12 : 19);
    for (let x = size * 0.9; x < width - size * 0.5; x += size * random.between(1.5, 1.9)) {
      const [clay, green] = [random.pick(['#c4683f', '#e2d6c4', '#3f6f7f', '#d9a441', '#7a4a5a', '#f4efe6']), random.pick(['#4f8a55', '#6f9a4c', '#3f7060', '#86a86a'])];
      const [tall, kind] = [size * random.between(0.65, 0.95), random.int(0, 3)];
      if (kind === 0) for (let blade = 11; blade > 0; blade--) sheet.add(leaf(x, y - tall, -Math.PI / 2 + random.between(-1, 1), size * random.between(0.9, 1.7), size * 0.2, mix(green, lighter(green, 0.35), random.next())));
      else if (kind === 1) for (let count = 16; count > 0; count--) sheet.add(leaf(x + random.between(-0.3, 0.3) * size, y - tall - random.between(0, 0.7) * size, random.next() * 7, size * 0.5, size * 0.42, mix(green, lighter(green, 0.25), random.next())));
      else if (kind === 2) sheet.add(path(curve([[x - size * 0.24, y - tall * 0.9], [x - size * 0.3, y - tall - size * 0.6], [x, y - tall - size * 1.1], [x + size * 0.3, y - tall - size * 0.6], [x + size * 0.24, y - tall * 0.9]], true), { fill: sheet.linear([lighter(green, 0.2), darker(green, 0.15)], -90) }), bloom(random, x, y - tall - size * 1.1, size * 0.16, '#e8708f'));
      else for (let count = 6; count > 0; count--) {
        const [hx, hy] = [x + random.between(-0.6, 0.6) * size, y - tall - size * random.between(0.5, 1.2)];
        sheet.add(stem(x, y - tall, hx, hy, 0, green, unit * 0.5), bloom(random, hx, hy, size * 0.2, random.pick(['#e8604c', '#f2b632', '#c77fb0', '#ffffff'])));
      }
      sheet.add(polygon([[x - size * 0.5, y - tall], [x + size * 0.5, y - tall], [x + size * 0.38, y], [x - size * 0.38, y]], { fill: sheet.linear([lighter(clay, 0.2), clay, darker(clay, 0.28)], -90) }), rect(x - size * 0.55, y - tall, size * 1.1, size * 0.2, { fill: sheet.linear([lighter(clay, 0.25), darker(clay, 0.2)], -90), rx: unit * 0.5 }));
    }
  }
  return 'Potted plants lined up on a wooden shelf';
}

export function garden(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['noon', 'morning', 'golden'])];
  const edge = height * 0.5;
  paintSky(sheet, sky, edge, {});
  for (let x = 0; x < width + unit * 10; x += unit * random.between(7, 12)) sheet.add(bush(random, x, edge + unit * 4, unit * random.between(10, 19), shaded(sky, random.pick(['#4f7f4a', '#6a9450', '#3f6f52']))));
  sheet.add(rect(0, edge, width, height - edge, { fill: sheet.linear([shaded(sky, '#a3b868'), shaded(sky, '#7fa050')]) }));
  const bend = width * random.between(0.3, 0.7);
  sheet.add(path(`M${bend - unit * 3} ${edge}C${bend + unit * 20} ${height * 0.66} ${bend - unit * 34} ${height * 0.78} ${bend - unit * 22} ${height + 5}L${bend + unit * 18} ${height + 5}C${bend} ${height * 0.8} ${bend + unit * 30} ${height * 0.66} ${bend + unit * 3} ${edge}Z`, { fill: sheet.linear([shaded(sky, '#e2d3b4'), shaded(sky, '#c4ae88')]) }));
  const colours = random.shuffled(['#e8604c', '#f2b632', '#c77fb0', '#ffffff', '#7a5cb8', '#f08a9a', '#5a86d0']).slice(0, 4);
  for (let row = 0; row < 7; row++) {
    const y = edge + (height - edge) * (0.12 + row * 0.145);
    for (const side of [0, 1]) {
      const [from, to] = side ? [bend + unit * (10 + row * 4), width + unit * 5] : [-unit * 5, bend - unit * (8 + row * 4)];
      for (let count = 7; count > 0; count--) {
        const x = random.between(from, Math.max(from + 1, to));
        const [foot, size] = [y + unit * random.between(-3, 3), unit * (2 + row * 1.2) * random.between(0.7, 1.3)];
        sheet.add(bush(random, x, foot + unit, size, shaded(sky, random.pick(['#55853f', '#6a9a4c', '#44773f']))));
        for (let head = 2; head > 0; head--) sheet.add(bloom(random, x + size * random.between(-0.6, 0.6), foot - size * random.between(0.3, 1.1), size * random.between(0.4, 0.62), shaded(sky, random.pick(colours)), '#f6c445', 7));
      }
    }
  }
  return `A garden path between flower beds ${sky.words}`;
}

