import { darker, lighter, mix } from '../colour.ts';
import { blob, circle, curve, ellipse, group, path, rect, type Sheet } from '../sheet.ts';
import { bloom, leaf, shadow, stem } from '../shapes.ts';

/** Wall and table top; answers where things stand. */
function setTable(sheet: Sheet): { x: number; foot: number } {
  const { width, height, unit, random } = sheet;
  const [wall, top] = random.pick([['#dfe7e2', '#b88a5c'], ['#f1dfcc', '#8d6647'], ['#33465a', '#a67c58'], ['#e9d3d0', '#d6bd9b'], ['#cfdcea', '#e9e3d8'], ['#4f5b48', '#c9a878'], ['#f4ead6', '#6f8f93']] as const);
  const edge = height * 0.62;
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.2), wall, darker(wall, 0.12)], 30) }));
  const light = sheet.blur(unit * 3);
  const [wx, tilt] = [width * random.between(0.1, 0.6), random.between(-14, 14)];
  const panes = [0, 1, 2, 3].map((pane) => rect(wx + (pane % 2) * unit * 19, unit * (6 + Math.floor(pane / 2) * 23), unit * 16, unit * 20, { fill: '#fff6dc', opacity: 0.22 }));
  sheet.add(group({ transform: `rotate(${tilt} ${wx} 0) skewX(-14)`, filter: light }, ...panes));
  sheet.add(rect(0, edge, width, height - edge, { fill: sheet.linear([lighter(top, 0.16), top, darker(top, 0.16)]) }), rect(0, edge, width, unit * 0.8, { fill: lighter(top, 0.35), opacity: 0.6 }));
  for (let grain = 9; grain > 0; grain--) sheet.add(rect(random.between(-0.2, 0.9) * width, random.between(edge + unit * 2, height), unit * random.between(20, 60), unit * 0.35, { fill: darker(top, 0.3), opacity: 0.22, rx: unit * 0.2 }));
  return { x: width / 2 + unit * random.between(-7, 7), foot: height * 0.82 };
}

export function bread(sheet: Sheet): string {
  const { unit, random } = sheet;
  const { x, foot } = setTable(sheet);
  sheet.add(shadow(sheet, x, foot + unit * 3, unit * 44, unit * 4));
  const board = random.pick(['#c99c66', '#a9784a', '#dcb98a']);
  sheet.add(rect(x - unit * 42, foot - unit, unit * 84, unit * 5, { fill: sheet.linear([lighter(board, 0.2), darker(board, 0.2)]), rx: unit * 2.4 }));
  const crust = random.pick(['#b5723a', '#a8622f', '#c4884a', '#8f5530']);
  const [rx, ry] = [unit * random.between(25, 31), unit * random.between(19, 25)];
  const loaf = curve([[x - rx, foot], [x - rx * 0.98, foot - ry * 0.65], [x - rx * 0.5, foot - ry * 1.12], [x, foot - ry * 1.24], [x + rx * 0.5, foot - ry * 1.12], [x + rx * 0.98, foot - ry * 0.65], [x + rx, foot], [x, foot + unit * 0.8]], true);
  sheet.add(path(loaf, { fill: sheet.radial([lighter(crust, 0.42), crust, darker(crust, 0.4)], 0.42, 0.22, 0.85) }));
  const inside = sheet.clip(path(loaf, {}));
  const pattern = random.int(0, 2);
  const cuts: string[] = [];
  if (pattern === 0) for (const offset of [-0.5, 0, 0.5]) cuts.push(leaf(x + offset * rx - unit * 4, foot - ry * 0.35, -1.15, ry * 0.85, unit * 5, '#f3dcb0'));
  else if (pattern === 1) for (let vein = 0; vein < 5; vein++) for (const side of [-1, 1]) cuts.push(leaf(x, foot - ry * (0.2 + vein * 0.2), side > 0 ? -0.5 : Math.PI + 0.5, rx * (0.5 - vein * 0.06), unit * 3, '#f1d8aa'));
  else cuts.push(leaf(x - rx * 0.62, foot - ry * 0.55, -0.18, rx * 1.3, unit * 8, '#f4e0b8'));
  const flour = Array.from({ length: 120 }, () => circle(x + random.normal() * rx * 0.5, foot - ry * random.between(0.35, 1.25), unit * random.between(0.15, 0.6), { fill: '#fff8e8', opacity: random.between(0.2, 0.6) }));
  sheet.add(group({ 'clip-path': inside }, ...cuts, ...flour));
  const slices = random.int(0, 2);
  for (let index = 0; index < slices; index++) {
    const [sx, size] = [x + rx + unit * (3 + index * 7), unit * 12];
    const slice = curve([[sx - size * 0.6, foot + unit], [sx - size * 0.7, foot - size * 1.1], [sx, foot - size * 1.6], [sx + size * 0.7, foot - size * 1.1], [sx + size * 0.6, foot + unit]], true);
    sheet.add(path(slice, { fill: darker(crust, 0.1) }), path(slice, { fill: '#f2dfb8', transform: `translate(${sx * 0.12} ${foot * 0.1 - size * 0.06}) scale(.88 .9)` }));
    for (let hole = 12; hole > 0; hole--) sheet.add(ellipse(sx + random.between(-0.4, 0.4) * size, foot - random.between(0.1, 1.2) * size, size * random.between(0.02, 0.07), size * 0.035, { fill: '#d6b985' }));
  }
  for (let ear = random.int(2, 4); ear > 0; ear--) wheat(sheet, x - unit * random.between(26, 40), foot + unit * 5, random.between(-2.6, -2), unit * random.between(22, 32));
  return `A loaf of ${random.pick(['sourdough', 'crusty', 'home-baked', 'rye'])} bread on a wooden board`;
}

function wheat(sheet: Sheet, x: number, y: number, angle: number, length: number) {
  const { unit } = sheet;
  const [toX, toY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  sheet.add(stem(x, y, toX, toY, 0, '#c9a24c', unit * 0.5));
  for (let grain = 0; grain < 7; grain++) {
    const share = 0.55 + grain * 0.07;
    for (const side of [-0.5, 0.5]) sheet.add(leaf(x + (toX - x) * share, y + (toY - y) * share, angle + side, length * 0.13, length * 0.06, grain % 2 ? '#e0b95c' : '#d1a548'));
  }
}

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
  const [rx, glaze] = [unit * 33, random.pick(['#3f7f92', '#f4efe4', '#c8693f', '#5f7f5f', '#2f4262', '#d9c7b0'])];
  sheet.add(shadow(sheet, x + unit * 4, foot + unit, unit * 28, unit * 4));
  const fruit = Array.from({ length: 15 }, (_, index) => ({ x: x + ((index % 5) - 2) * unit * 11 + unit * random.between(-2, 2), y: foot - unit * (19 + Math.floor(index / 5) * 8.5) + unit * random.between(-1, 1), row: Math.floor(index / 5) })).filter(({ x: own, row }) => Math.abs(own - x) < rx * (0.86 - row * 0.24));
  for (const { x: fx, y: fy } of fruit.reverse()) {
    const [colour, size] = [random.pick(colours), unit * random.between(7, 8.2)];
    sheet.add(path(blob(random, fx, fy, size, size * 0.95, 0.035), { fill: sheet.radial([lighter(colour, 0.45), colour, darker(colour, 0.4)], 0.36, 0.3, 0.75) }), ellipse(fx - size * 0.32, fy - size * 0.38, size * 0.2, size * 0.12, { fill: '#fff', opacity: 0.5 }));
    if (kind === 'tomatoes') for (let part = 0; part < 5; part++) sheet.add(leaf(fx, fy - size * 0.75, (part / 5) * 6.28, size * 0.5, size * 0.17, '#4f7f3a'));
    else if (random.chance(0.5)) sheet.add(stem(fx, fy - size * 0.8, fx + unit, fy - size * 1.25, 0, '#5a4030', unit * 0.5), leaf(fx + unit * 0.4, fy - size, -0.6, size * 0.75, size * 0.32, '#5f8f45'));
  }
  const bowl = `M${x - rx} ${foot - unit * 20}C${x - rx * 0.95} ${foot - unit * 3} ${x - rx * 0.5} ${foot} ${x} ${foot}C${x + rx * 0.5} ${foot} ${x + rx * 0.95} ${foot - unit * 3} ${x + rx} ${foot - unit * 20}Z`;
  sheet.add(path(bowl, { fill: sheet.linear([lighter(glaze, 0.3), glaze, darker(glaze, 0.35)], -80) }), rect(x - rx - unit * 0.6, foot - unit * 20.6, rx * 2 + unit * 1.2, unit * 2, { fill: lighter(glaze, 0.35), rx: unit }));
  return `A bowl of ripe ${kind} on the kitchen table`;
}

export function cake(sheet: Sheet): string {
  const { unit, random } = sheet;
  const { x, foot } = setTable(sheet);
  const [base, cream, words] = random.pick([['#6b3f2c', '#8a5638', 'A chocolate cake'], ['#e8c48a', '#fdf3e2', 'A sponge cake with cream'], ['#d98a4a', '#fbeed6', 'A carrot cake'], ['#c9576b', '#fbdfe2', 'A raspberry cake'], ['#e5cf6a', '#fffbe6', 'A lemon cake']] as const);
  sheet.add(shadow(sheet, x, foot + unit * 2, unit * 34, unit * 4));
  const stand = random.pick(['#f6f2ea', '#9fc3c0', '#e8b7b0', '#40566b']);
  sheet.add(path(`M${x - unit * 6} ${foot - unit * 8}L${x + unit * 6} ${foot - unit * 8}L${x + unit * 12} ${foot + unit * 1.5}Q${x} ${foot + unit * 4} ${x - unit * 12} ${foot + unit * 1.5}Z`, { fill: sheet.linear([stand, darker(stand, 0.2)], -90) }), ellipse(x, foot - unit * 8, unit * 35, unit * 4.4, { fill: darker(stand, 0.18) }), ellipse(x, foot - unit * 9, unit * 35, unit * 4.2, { fill: stand }));
  const layers = random.int(2, 3);
  let y = foot - unit * 9;
  for (let layer = 0; layer < layers; layer++) {
    sheet.add(path(`M${x - unit * 25} ${y - unit * 10}L${x - unit * 25} ${y}A${unit * 25} ${unit * 3.4} 0 0 0 ${x + unit * 25} ${y}L${x + unit * 25} ${y - unit * 10}Z`, { fill: sheet.linear([lighter(base, 0.18), base, darker(base, 0.25)], -90) }));
    y -= unit * 9;
    const drips = Array.from({ length: 9 }, (_, index) => ellipse(x - unit * 24 + index * unit * 6, y + unit * random.between(0.5, 3), unit * 3, unit * random.between(2, 3.6), { fill: cream }));
    sheet.add(...drips, ellipse(x, y, unit * 25.6, unit * 3.6, { fill: cream }));
  }
  const [fruit, heart] = random.pick([['#c92f3f', '#7a1f2f'], ['#3f4a9a', '#2a2f68'], ['#f2a43c', '#c97a1f'], ['#d9485a', '#8f2438']] as const);
  if (random.chance(0.5)) for (let index = 0; index < 9; index++) {
    const bx = x - unit * 20 + index * unit * 5;
    sheet.add(circle(bx, y - unit * random.between(1.5, 3.4), unit * 2.7, { fill: sheet.radial([lighter(fruit, 0.35), fruit, heart], 0.35, 0.3, 0.8) }));
  } else for (let index = 0; index < 6; index++) {
    const [cx, tall] = [x - unit * 17 + index * unit * 6.8, unit * random.between(9, 11)];
    sheet.add(rect(cx - unit * 0.8, y - tall, unit * 1.6, tall, { fill: random.pick(['#e8604c', '#4f9fb5', '#f2b632', '#8a6ac0', '#6fae72']), rx: unit * 0.5 }), circle(cx, y - tall - unit * 2, unit * 5, { fill: sheet.radial([['#ffd98a', 0.65], ['#ffd98a', 0]]) }), path(`M${cx} ${y - tall - unit * 4.4}Q${cx + unit * 1.8} ${y - tall - unit * 1.4} ${cx} ${y - tall - unit * 0.4}Q${cx - unit * 1.8} ${y - tall - unit * 1.4} ${cx} ${y - tall - unit * 4.4}Z`, { fill: '#ffc24a' }));
  }
  return `${words} on a stand`;
}

export function coffee(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const top = random.pick(['#b98d63', '#e6ddd0', '#6f8688', '#8a5f48', '#d8b89a', '#46505a']);
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(top, 0.2), top, darker(top, 0.18)], 40) }));
  for (let board = 1; board < 6; board++) sheet.add(rect(0, (height * board) / 6, width, unit * 0.35, { fill: darker(top, 0.35), opacity: 0.4 }));
  const [x, y, size] = [width * random.between(0.38, 0.5), height * random.between(0.45, 0.55), unit * 23];
  const cup = random.pick(['#f5f0e6', '#3f6f82', '#d9795a', '#7f9a78', '#e5b95c', '#5a4a70']);
  const saucer = cup === '#f5f0e6' ? random.pick(['#f5f0e6', '#9fb8bd', '#d9a48f']) : mix(cup, '#fbf6ea', random.pick([0.45, 0.9]));
  sheet.add(shadow(sheet, x + unit * 4, y + unit * 5, size * 1.5, size * 1.45, 0.25));
  sheet.add(circle(x, y, size * 1.48, { fill: sheet.radial([lighter(saucer, 0.3), saucer, darker(saucer, 0.1)]) }), circle(x, y, size * 1.05, { fill: darker(saucer, 0.2), opacity: 0.5 }));
  sheet.add(group({ transform: `rotate(${random.between(-60, 40)} ${x} ${y})` }, rect(x + size * 0.8, y - size * 0.17, size * 0.62, size * 0.34, { fill: darker(cup, 0.14), rx: size * 0.15 })));
  sheet.add(circle(x, y, size, { fill: cup }), circle(x, y, size * 0.86, { fill: sheet.radial(['#a8714a', '#7a4c2e', '#5a3520']) }));
  const art = random.int(0, 2);
  if (art === 0) for (let ring = 4; ring > 0; ring--) sheet.add(path(`M${x} ${y + size * 0.12 * ring}C${x - size * 0.22 * ring} ${y - size * 0.02 * ring} ${x - size * 0.12 * ring} ${y - size * 0.24 * ring} ${x} ${y - size * 0.1 * ring}C${x + size * 0.12 * ring} ${y - size * 0.24 * ring} ${x + size * 0.22 * ring} ${y - size * 0.02 * ring} ${x} ${y + size * 0.12 * ring}Z`, { fill: ring % 2 ? '#f2dcc0' : '#9a6540' }));
  else if (art === 1) for (let row = 0; row < 5; row++) for (const side of [-1, 1]) sheet.add(leaf(x, y + size * (0.5 - row * 0.22), side > 0 ? -0.75 : Math.PI + 0.75, size * (0.55 - row * 0.07), size * 0.16, '#f2dcc0'));
  else sheet.add(circle(x, y, size * 0.6, { fill: sheet.radial([['#f6e6d0', 0.95], ['#e2c29a', 0.7], ['#a8714a', 0]]) }));
  const plateX = x + unit * 46;
  if (plateX < width + unit * 12) {
    sheet.add(shadow(sheet, plateX + unit * 2, y + unit * 14, unit * 17, unit * 16, 0.22), circle(plateX, y + unit * 11, unit * 16, { fill: '#f7f3ea' }), circle(plateX, y + unit * 11, unit * 11, { fill: '#ece5d6' }));
    for (let count = random.int(2, 4), index = 0; index < count; index++) {
      const [bx, by] = [plateX + Math.cos(index * 2.4) * unit * 5.5, y + unit * 11 + Math.sin(index * 2.4) * unit * 5.5];
      sheet.add(circle(bx, by, unit * 5, { fill: sheet.radial(['#e3b478', '#c88d4e']) }));
      for (let chip = 7; chip > 0; chip--) sheet.add(circle(bx + random.between(-3.3, 3.3) * unit, by + random.between(-3.3, 3.3) * unit, unit * 0.65, { fill: '#5a3522' }));
    }
  }
  for (let count = 3; count > 0; count--) sheet.add(leaf(random.between(0.02, 0.2) * width, random.between(0.1, 0.9) * height, random.next() * 7, unit * 13, unit * 6, mix('#6b8f5a', '#c9a24c', random.next())));
  return `A cup of coffee${plateX < width + unit * 12 ? ' and a plate of biscuits' : ''} seen from above`;
}

export function soup(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const cloth = random.pick(['#e9dcc6', '#c9d6cf', '#54606e', '#d9b8a0', '#f0e9da', '#8f5f4a']);
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(cloth, 0.15), darker(cloth, 0.12)], 45) }));
  for (let stripe = 0; stripe < 12; stripe++) sheet.add(rect(-unit * 5, (stripe / 12) * height, width + unit * 10, unit * 2.4, { fill: stripe % 2 ? lighter(cloth, 0.4) : darker(cloth, 0.25), opacity: 0.16 }));
  const [x, y, size] = [width * 0.5 + unit * random.between(-5, 5), height * 0.52, unit * 33];
  const [bowl, [broth, words]] = [random.pick(['#f6f1e6', '#3f5f78', '#b5633f', '#7f937a', '#2f3a4a']), random.pick([['#e0862f', 'pumpkin soup'], ['#c9452f', 'tomato soup'], ['#8fa845', 'pea soup'], ['#d9a441', 'lentil soup'], ['#a8683a', 'stew']] as const)];
  sheet.add(shadow(sheet, x + unit * 3, y + unit * 5, size * 1.05, size * 1.02, 0.3), circle(x, y, size, { fill: sheet.linear([lighter(bowl, 0.25), darker(bowl, 0.2)], 30) }), circle(x, y, size * 0.88, { fill: darker(bowl, 0.25) }), circle(x, y, size * 0.85, { fill: sheet.radial([lighter(broth, 0.2), broth, darker(broth, 0.15)]) }));
  const swirl = Array.from({ length: 30 }, (_, index) => [x + Math.cos(index * 0.35) * size * (0.06 + index * 0.018), y + Math.sin(index * 0.35) * size * (0.06 + index * 0.018)] as [number, number]);
  sheet.add(path(curve(swirl), { fill: 'none', stroke: '#fdf3dd', 'stroke-width': unit * 2, 'stroke-linecap': 'round', opacity: 0.8 }));
  for (let count = 18; count > 0; count--) sheet.add(leaf(x + random.normal() * size * 0.28, y + random.normal() * size * 0.28, random.next() * 7, unit * random.between(2.5, 5), unit * 2.2, random.pick(['#4f8a3f', '#6fa84c', '#3f7038'])));
  for (let count = 14; count > 0; count--) sheet.add(rect(x + random.normal() * size * 0.25, y + random.normal() * size * 0.25, unit * 2.6, unit * 2.6, { fill: random.pick(['#d9a860', '#c98f45', '#e8c080']), rx: unit * 0.6, transform: `rotate(${random.int(0, 90)} ${x} ${y})` }));
  const spoonX = x + size * 1.28;
  if (spoonX < width) sheet.add(rect(spoonX - unit * 0.9, y - unit * 5, unit * 1.8, unit * 32, { fill: sheet.linear(['#e8e8ea', '#a8abb2'], -90), rx: unit }), ellipse(spoonX, y - unit * 11, unit * 4.2, unit * 8, { fill: sheet.linear(['#f4f4f6', '#9ea2aa'], -60) }));
  for (let count = 4; count > 0; count--) sheet.add(bloom(random, x - size * 1.25 + unit * random.between(-4, 4), y + unit * random.between(-26, 26), unit * 3, '#ffffff', '#f2c23c', 8));
  return `A bowl of ${words} with herbs and croutons`;
}
