import { darker, hsl, lighter, mix } from '../colour.ts';
import { circle, curve, ellipse, group, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { garland, hills, leaf, shadow } from '../shapes.ts';
import { below } from '../sheet.ts';
import { faded, paintStars, shaded, skies, type SkyName } from '../skies.ts';

export function cat(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#cfd9d2', '#e8d6c2', '#b9c7d8', '#e5c9c2', '#5f6f78', '#d9d0e2']);
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'overcast'])];
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.15), darker(wall, 0.1)], 20) }));
  const [left, top, breadth, sill] = [width / 2 - unit * 42, height * 0.06, unit * 84, height * 0.82];
  sheet.add(rect(left - unit * 3, top - unit * 3, breadth + unit * 6, sill - top + unit * 3, { fill: '#f7f4ec' }), rect(left, top, breadth, sill - top, { fill: sheet.linear(sky.stops) }));
  const view = sheet.clip(rect(left, top, breadth, sill - top, {}));
  const garden = [0, 1, 2].map((layer) => path(below(sheet, hills(sheet, random, sill - unit * (22 - layer * 7), unit * 8)), { fill: faded(sky, '#5f8f5a', 0.5 + layer * 0.22) }));
  sheet.add(group({ 'clip-path': view }, ...garden), rect(width / 2 - unit * 0.9, top, unit * 1.8, sill - top, { fill: '#f7f4ec' }), rect(left, top + (sill - top) * 0.4, breadth, unit * 1.6, { fill: '#f7f4ec' }));
  for (const side of [-1, 1]) {
    const edge = width / 2 + side * unit * 46;
    sheet.add(path(`M${edge - side * unit * 14} ${top - unit * 4}Q${edge - side * unit * 6} ${height * 0.4} ${edge - side * unit * 4} ${sill}L${edge + side * unit * 9} ${sill}L${edge + side * unit * 9} ${top - unit * 4}Z`, { fill: sheet.linear([lighter(wall, 0.5), mix(wall, '#ffffff', 0.2)], 90), opacity: 0.85 }));
  }
  sheet.add(rect(0, sill, width, unit * 4, { fill: '#fbf8f1' }), rect(0, sill + unit * 4, width, height, { fill: sheet.linear([darker(wall, 0.25), darker(wall, 0.1)]) }));
  const [coat, pattern, words] = random.pick([['#e08a3c', '#f4c58a', 'A ginger cat'], ['#2f2f38', '#4a4a56', 'A black cat'], ['#8a8f98', '#b8bdc6', 'A grey cat'], ['#f2ead8', '#e0a868', 'A white and ginger cat'], ['#7a5c44', '#a8866a', 'A tabby cat']] as const);
  const [x, y, s] = [width / 2 + unit * random.between(-15, 15), sill + unit, unit * 10.5];
  sheet.add(shadow(sheet, x, y, s * 1.7, unit * 1.4, 0.3));
  const tailSide = random.chance(0.5) ? 1 : -1;
  sheet.add(path(curve([[x + tailSide * s * 0.9, y - s * 0.2], [x + tailSide * s * 1.9, y - s * 0.1], [x + tailSide * s * 2.3, y - s * 0.9], [x + tailSide * s * 1.9, y - s * 1.5]]), { fill: 'none', stroke: darker(coat, 0.1), 'stroke-width': s * 0.42, 'stroke-linecap': 'round' }));
  const body = curve([[x - s * 1.15, y], [x - s * 1.2, y - s * 1.1], [x - s * 0.65, y - s * 2.3], [x, y - s * 2.6], [x + s * 0.65, y - s * 2.3], [x + s * 1.2, y - s * 1.1], [x + s * 1.15, y]], true);
  const headY = y - s * 3;
  sheet.add(path(body, { fill: sheet.radial([lighter(coat, 0.14), coat, darker(coat, 0.18)], 0.4, 0.3, 0.8) }), ellipse(x, y - s * 0.95, s * 0.55, s * 0.95, { fill: pattern, opacity: 0.75 }));
  for (const side of [-1, 1]) {
    sheet.add(polygon([[x + side * s * 0.92, headY - s * 0.3], [x + side * s * 0.86, headY - s * 1.35], [x + side * s * 0.2, headY - s * 0.75]], { fill: coat, stroke: coat, 'stroke-width': s * 0.1, 'stroke-linejoin': 'round' }), polygon([[x + side * s * 0.8, headY - s * 0.5], [x + side * s * 0.77, headY - s * 1.1], [x + side * s * 0.4, headY - s * 0.74]], { fill: '#e8a598' }), ellipse(x + side * s * 0.5, y - s * 0.12, s * 0.36, s * 0.24, { fill: lighter(coat, 0.12) }));
  }
  sheet.add(ellipse(x, headY, s * 1.02, s * 0.86, { fill: sheet.radial([lighter(coat, 0.16), coat], 0.45, 0.35, 0.7) }));
  for (let stripe = -1; stripe <= 1; stripe++) sheet.add(path(`M${x + stripe * s * 0.24} ${headY - s * 0.82}L${x + stripe * s * 0.18} ${headY - s * 0.45}`, { stroke: darker(coat, 0.25), 'stroke-width': s * 0.1, 'stroke-linecap': 'round' }));
  const isAsleep = random.chance(0.35);
  for (const side of [-1, 1]) {
    const eye = x + side * s * 0.4;
    if (isAsleep) sheet.add(path(`M${eye - s * 0.2} ${headY - s * 0.05}Q${eye} ${headY + s * 0.12} ${eye + s * 0.2} ${headY - s * 0.05}`, { fill: 'none', stroke: darker(coat, 0.6), 'stroke-width': s * 0.08, 'stroke-linecap': 'round' }));
    else sheet.add(ellipse(eye, headY - s * 0.05, s * 0.2, s * 0.22, { fill: coat === '#8a8f98' ? '#f0c64a' : '#a9c95a' }), ellipse(eye, headY - s * 0.05, s * 0.07, s * 0.2, { fill: '#16161c' }), circle(eye + s * 0.06, headY - s * 0.13, s * 0.05, { fill: '#fff' }));
    for (const lift of [-0.06, 0.1]) sheet.add(path(`M${x + side * s * 0.4} ${headY + s * (0.34 + lift * 0.5)}L${x + side * s * 1.25} ${headY + s * (0.28 + lift)}`, { stroke: '#fff', 'stroke-width': s * 0.035, opacity: 0.8 }));
  }
  sheet.add(ellipse(x, headY + s * 0.36, s * 0.36, s * 0.26, { fill: lighter(pattern, 0.3), opacity: 0.8 }), polygon([[x - s * 0.12, headY + s * 0.2], [x + s * 0.12, headY + s * 0.2], [x, headY + s * 0.33]], { fill: '#d9788a' }), path(`M${x - s * 0.2} ${headY + s * 0.48}Q${x - s * 0.08} ${headY + s * 0.52} ${x} ${headY + s * 0.34}Q${x + s * 0.08} ${headY + s * 0.52} ${x + s * 0.2} ${headY + s * 0.48}`, { fill: 'none', stroke: '#4a3034', 'stroke-width': s * 0.06, 'stroke-linecap': 'round' }));
  return `${words} ${isAsleep ? 'dozing' : 'sitting'} on the windowsill`;
}

export function books(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wood = random.pick(['#8a6244', '#6b4a38', '#b48a60', '#d9c5a5', '#4a4f58']);
  sheet.add(rect(0, 0, width, height, { fill: darker(wood, 0.45) }));
  const shelves = Math.max(2, Math.round(height / (unit * 42)));
  const hues = random.pick([[8, 28, 200, 175], [215, 195, 30, 345], [160, 45, 20, 205], [275, 335, 25, 190]]);
  for (let shelf = 0; shelf < shelves; shelf++) {
    const [top, floor] = [(height / shelves) * shelf, (height / shelves) * (shelf + 1) - unit * 3.5];
    const tallest = floor - top - unit * 4;
    for (let x = unit * 2; x < width - unit * 3; ) {
      const kind = random.next();
      if (kind < 0.07) {
        const [pot, size] = [random.pick(['#d9795a', '#f4efe4', '#5f8f8a']), unit * 7];
        for (let count = 14; count > 0; count--) sheet.add(leaf(x + size * 0.8, floor - size, -1.57 + random.between(-1.5, 1.5), size * random.between(0.8, 1.6), size * 0.34, random.pick(['#5f9a5a', '#7fb06a', '#3f7a55'])));
        sheet.add(polygon([[x, floor - size], [x + size * 1.6, floor - size], [x + size * 1.3, floor], [x + size * 0.3, floor]], { fill: sheet.linear([lighter(pot, 0.15), darker(pot, 0.2)], -90) }));
        x += size * 2;
        continue;
      }
      const [breadth, tall] = [unit * random.between(3, 6.5), tallest * random.between(0.62, 0.97)];
      const colour = random.chance(0.15) ? '#efe6d4' : hsl((random.pick(hues) + random.between(-14, 14) + 360) % 360, random.between(0.22, 0.5), random.between(0.3, 0.58));
      const lean = kind > 0.94 ? 7 : 0;
      const spine = [rect(x, floor - tall, breadth - unit * 0.2, tall, { fill: sheet.linear([lighter(colour, 0.18), colour, darker(colour, 0.25)], -90), rx: unit * 0.4 })];
      const gilt = random.pick(['#f2dca0', '#ffffff', darker(colour, 0.4)]);
      for (const share of random.chance(0.5) ? [0.12, 0.16, 0.84] : [0.2]) spine.push(rect(x + unit * 0.4, floor - tall * (1 - share), breadth - unit, unit * 0.6, { fill: gilt, opacity: 0.8 }));
      if (random.chance(0.6)) spine.push(rect(x + breadth * 0.3, floor - tall * 0.68, breadth * 0.36, tall * random.between(0.22, 0.36), { fill: gilt, opacity: 0.75, rx: unit * 0.2 }));
      sheet.add(group(lean ? { transform: `rotate(${lean} ${x} ${floor})` } : {}, ...spine));
      x += breadth + (lean ? unit * 4 : 0);
    }
    sheet.add(rect(0, floor, width, unit * 3.5, { fill: sheet.linear([lighter(wood, 0.2), darker(wood, 0.15)]) }), rect(0, floor + unit * 3.5, width, unit * 6, { fill: sheet.linear([['#120c18', 0.5], ['#120c18', 0]]) }));
  }
  return 'Shelves full of well-read books';
}

export function quilt(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const colours = random.pick([['#c9583f', '#f2cc8f', '#2f5f6b', '#f6efe2', '#81a58a'], ['#3f4f7a', '#a8b8d8', '#f4ead6', '#d98a8a', '#6b3f5a'], ['#d9a441', '#7a4a2c', '#f3e3c0', '#4f6f52', '#b5532f'], ['#e08fa5', '#fbe9e4', '#7f9fb5', '#c9c27a', '#5a6f60']]);
  const size = Math.min(width, height) / random.int(4, 6);
  const pattern = random.int(0, 3);
  for (let y = 0; y < height; y += size) for (let x = 0; x < width; x += size) {
    const [a, b, c] = random.shuffled(colours) as [string, string, string];
    sheet.add(rect(x, y, size + 1, size + 1, { fill: a }));
    const to = (dx: number, dy: number): Point => [x + dx * size, y + dy * size];
    if (pattern === 0) sheet.add(polygon([to(0, 0), to(1, 0), to(0.5, 0.5)], { fill: b }), polygon([to(0, 1), to(1, 1), to(0.5, 0.5)], { fill: b }), polygon([to(0.5, 0.25), to(0.75, 0.5), to(0.5, 0.75), to(0.25, 0.5)], { fill: c }));
    else if (pattern === 1) for (let ring = 0; ring < 4; ring++) sheet.add(rect(x + (ring * size) / 8, y + (ring * size) / 8, size - (ring * size) / 4, size - (ring * size) / 4, { fill: [a, b, c, b][ring] }));
    else if (pattern === 2) sheet.add(...[0, 1, 2, 3].map((turn) => group({ transform: `rotate(${turn * 90} ${x + size / 2} ${y + size / 2})` }, polygon([to(0.5, 0.5), to(0.5, 0), to(0.75, 0.25)], { fill: b }), polygon([to(0.5, 0.5), to(0, 0), to(0.25, 0)], { fill: c }))));
    else sheet.add(circle(x + size / 2, y + size / 2, size * 0.42, { fill: b }), ...[0, 1, 2, 3, 4, 5].map((petal) => leaf(x + size / 2, y + size / 2, (petal / 6) * 6.283, size * 0.4, size * 0.22, c)));
  }
  for (let y = size / 2; y < height; y += size / 2) sheet.add(path(`M0 ${y}H${width}`, { stroke: '#fff', 'stroke-width': unit * 0.22, opacity: 0.3 }));
  for (let x = size / 2; x < width; x += size / 2) sheet.add(path(`M${x} 0V${height}`, { stroke: '#fff', 'stroke-width': unit * 0.22, opacity: 0.3 }));
  for (let fold = 0; fold < 3; fold++) {
    const d = curve([[random.between(-0.1, 1) * width, -9], [random.between(0, 1) * width, height / 2], [random.between(0, 1.1) * width, height + 9]]);
    for (let breadth = 10; breadth > 0; breadth -= 2) sheet.add(path(d, { fill: 'none', stroke: fold % 2 ? '#fff' : '#1a1428', 'stroke-width': unit * breadth, opacity: 0.045 }));
  }
  return 'A hand-sewn patchwork quilt, spread out';
}

export function window(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear(['#2a2433', '#161320']) }));
  const [x, y, r] = [width / 2, height / 2, unit * 44];
  const jewels = random.pick([
    ['#1f4e9c', '#c9282f', '#e8b23a', '#2f7f6b', '#7a3f9a'],
    ['#2a6fb5', '#5fa8d9', '#f2d16b', '#d9602f', '#f4efe0'],
    ['#8f2440', '#e07a3f', '#f4c95a', '#3f5fa0', '#6fa58f'],
    ['#234f6b', '#3f9a9a', '#b8d98f', '#f2e2a0', '#d9708a'],
  ]);
  const glass = (place: number) => mix(jewels[place % jewels.length]!, random.pick(['#ffffff', '#10142a']), random.between(0, 0.18));
  sheet.add(circle(x, y, r * 1.8, { fill: sheet.radial([[jewels[2]!, 0.35], [jewels[0]!, 0]]) }), circle(x, y, r * 1.06, { fill: '#7a7068' }), circle(x, y, r * 1.02, { fill: '#14111a' }));
  const petals = random.pick([8, 10, 12, 16]);
  const lead = { stroke: '#14111a', 'stroke-width': unit * 0.9, 'stroke-linejoin': 'round' };
  const rings: Array<[number, number, number]> = [[0.74, 0.98, 0], [0.44, 0.74, 1], [0.18, 0.44, 3]];
  for (const [inner, outer, shift] of rings) for (let index = 0; index < petals; index++) {
    const [from, to] = [(index / petals) * 6.283, ((index + 1) / petals) * 6.283];
    const middle = (from + to) / 2;
    const on = (angle: number, reach: number): Point => [x + Math.cos(angle) * r * reach, y + Math.sin(angle) * r * reach];
    sheet.add(polygon([on(from, inner), on(from, outer), on(middle, outer * 1.01), on(to, outer), on(to, inner)], { fill: glass(shift + (index % 2)), ...lead }), circle(...on(middle, (inner + outer) / 2), r * (outer - inner) * 0.3, { fill: glass(shift + 2), ...lead }));
  }
  for (let index = 0; index < petals / 2; index++) sheet.add(path(leafPath(x, y, (index / (petals / 2)) * 6.283, r * 0.2, r * 0.12), { fill: glass(2), ...lead }));
  sheet.add(circle(x, y, r * 0.07, { fill: '#ffe9a8', ...lead }), circle(x, y, r, { fill: sheet.radial([['#fff8dc', 0.3], ['#fff8dc', 0]]) }));
  return 'A round stained-glass window glowing in the dark';
}

function leafPath(x: number, y: number, angle: number, length: number, breadth: number): string {
  const to = (along: number, across: number): Point => [x + Math.cos(angle) * along - Math.sin(angle) * across, y + Math.sin(angle) * along + Math.cos(angle) * across];
  return curve([[x, y], to(length * 0.5, breadth * 0.5), to(length, 0), to(length * 0.5, -breadth * 0.5)], true);
}

export function lanterns(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['night', 'dusk'])];
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear(sky.stops) }));
  paintStars(sheet, height * 0.6);
  const isGarden = random.chance(0.6);
  for (let layer = 0; layer < 3; layer++) sheet.add(path(below(sheet, hills(sheet, random, height * (0.74 + layer * 0.08), unit * 7)), { fill: shaded(sky, mix('#3f5f5a', '#1f2f3f', layer / 3)) }));
  const colours = random.pick([['#f2a43c', '#e8604c', '#f7d06a'], ['#f6c46a', '#fdf0d0'], ['#e8708f', '#f2b632', '#6fb5c0', '#a98be0']]);
  const paint = (x: number, y: number, size: number, colour: string) =>
    circle(x, y, size * 4.2, { fill: sheet.radial([[colour, 0.5], [colour, 0.12], [colour, 0]]) }) + ellipse(x, y + size * 0.2, size, size * 1.15, { fill: sheet.radial(['#fff6da', lighter(colour, 0.3), colour]) }) + rect(x - size * 0.42, y - size * 1.1, size * 0.84, size * 0.3, { fill: '#3a2a30' });
  if (isGarden) for (let row = 0; row < 4; row++) sheet.add(garland([-unit * 5, height * (0.05 + row * 0.14)], [width + unit * 5, height * (0.12 + row * 0.1)], unit * (5 + row * 2), 6 + row, '#2a2233', unit * 0.35, (x, y) => paint(x, y + unit * 2, unit * (1.8 + row * 0.8), random.pick(colours))));
  else for (let count = 34; count > 0; count--) {
    const depth = random.next();
    sheet.add(paint(random.between(0, width), random.between(0, 0.85) * height, unit * (0.6 + depth * depth * 4.4), random.pick(colours)));
  }
  return isGarden ? `Strings of paper lanterns over the garden ${sky.words}` : `Paper lanterns rising into the sky ${sky.words}`;
}

export function yarn(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const table = random.pick(['#e8ddcc', '#b98f6a', '#d5dde0', '#8f7a6a', '#f2e6e0']);
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(table, 0.2), darker(table, 0.15)], 30) }));
  const colours = random.shuffled(['#c9583f', '#e8a598', '#2f6f78', '#f2c14e', '#7a5a90', '#8fae8a', '#3f4f7a', '#f3ead8', '#d9708a']);
  const balls = Array.from({ length: Math.round((width * height) / (unit * unit * 1400)) + 3 }, (_, index) => ({ x: random.between(0.05, 0.95) * width, y: random.between(0.12, 0.92) * height, r: unit * random.between(13, 20), colour: colours[index % colours.length]! }));
  for (const { x, y, r, colour } of balls.sort((a, b) => a.y - b.y)) {
    sheet.add(shadow(sheet, x + r * 0.15, y + r * 0.75, r * 0.95, r * 0.42, 0.3), circle(x, y, r, { fill: sheet.radial([lighter(colour, 0.3), colour, darker(colour, 0.35)], 0.38, 0.32, 0.75) }));
    const threads: string[] = [];
    for (const [turn, count] of [[random.int(0, 180), 6], [random.int(0, 180), 5]] as const) for (let index = 0; index < count; index++) threads.push(ellipse(x, y, r * (0.12 + (index / count) * 0.9), r * 0.98, { fill: 'none', stroke: index % 2 ? lighter(colour, 0.28) : darker(colour, 0.2), 'stroke-width': r * 0.035, opacity: 0.65, transform: `rotate(${turn} ${x} ${y})` }));
    sheet.add(group({ 'clip-path': sheet.clip(circle(x, y, r, {})) }, ...threads));
    if (random.chance(0.3)) sheet.add(path(curve([[x + r * 0.7, y + r * 0.7], [x + r * 1.4, y + r], [x + r * 1.7, y + r * 0.6], [x + r * 2.4, y + r * 1.1]]), { fill: 'none', stroke: colour, 'stroke-width': r * 0.06, 'stroke-linecap': 'round' }));
  }
  return 'Balls of coloured wool on a table';
}
