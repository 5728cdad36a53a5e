import { darker, lighter, mix } from '../colour.ts';
import { below, circle, curve, ellipse, group, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { birds, grass, heightAt, hills, pine, ridge } from '../shapes.ts';
import { faded, paintSky, shaded, skies, type Sky, type SkyName } from '../skies.ts';

function waterPaint(sheet: Sheet, sky: Sky, top: number, bottom: number, tint = '#2c6f92') {
  const [far, near] = [mix(sky.stops.at(-1)!, tint, 0.35), mix(sky.stops[0]!, tint, 0.6)];
  sheet.add(rect(0, top, sheet.width, bottom - top, { fill: sheet.linear([far, mix(far, near, 0.6), shaded(sky, near)]) }));
}

/** The path of light under the sun, and small waves. */
function glitter(sheet: Sheet, sky: Sky, top: number, bottom: number, sunX: number | undefined) {
  const { width, unit, random } = sheet;
  for (let count = 90; count > 0; count--) {
    const depth = random.next() ** 1.4;
    const y = top + depth * (bottom - top);
    const isLit = sunX !== undefined && random.chance(0.6);
    const x = isLit ? sunX * width + random.normal() * unit * (2 + depth * 9) : random.between(0, width);
    sheet.add(ellipse(x, y, unit * (1 + depth * 6) * random.between(0.4, 1), unit * (0.12 + depth * 0.3), { fill: isLit ? sky.sun : lighter(sky.stops[1]!, 0.5), opacity: isLit ? 0.55 : 0.16 }));
  }
}

function sailboat({ unit, random }: Sheet, x: number, y: number, size: number, hull: string): string {
  const sail = random.pick(['#fdf7ea', '#f7e3c0', '#e8604c', '#f1b24a', '#fdfdfd']);
  const s = unit * size;
  return (
    polygon([[x + s * 0.06, y - s * 0.25], [x + s * 0.06, y - s * 2], [x + s * 0.95, y - s * 0.3]], { fill: sail }) +
    polygon([[x - s * 0.05, y - s * 0.25], [x - s * 0.05, y - s * 1.7], [x - s * 0.7, y - s * 0.3]], { fill: darker(sail, 0.12) }) +
    path(`M${x - s} ${y - s * 0.2}L${x + s} ${y - s * 0.2}Q${x + s * 0.8} ${y + s * 0.2} ${x + s * 0.5} ${y + s * 0.2}L${x - s * 0.6} ${y + s * 0.2}Z`, { fill: hull }) +
    ellipse(x, y + s * 0.28, s * 0.95, s * 0.08, { fill: '#10203a', opacity: 0.25 })
  );
}

export function sea(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const name = random.pick<SkyName>(['dawn', 'morning', 'noon', 'golden', 'sunset', 'dusk']);
  const sky = skies[name];
  const horizon = height * random.between(0.42, 0.55);
  const sunX = random.between(0.25, 0.75);
  paintSky(sheet, sky, horizon, { sunX, sunY: name === 'noon' ? 0.15 : random.between(0.3, 0.4), sunSize: 6 });
  const shore = height * random.between(0.78, 0.86);
  waterPaint(sheet, sky, horizon, shore + unit * 6, random.pick(['#1f7a8c', '#2c6f92', '#3d6fa5', '#2a8f8a']));
  glitter(sheet, sky, horizon, shore, sunX);
  const boats = random.int(0, 3);
  for (let count = 0; count < boats; count++) {
    const depth = random.between(0.05, 0.6);
    sheet.add(sailboat(sheet, random.between(0.1, 0.9) * width, horizon + (shore - horizon) * depth, 2 + depth * 6, random.pick(['#7d3b33', '#2d3f5e', '#f4efe6'])));
  }
  const edge = hills(sheet, random, shore, unit * 3, 1.2);
  const sand = shaded(sky, random.pick(['#ecd6a8', '#e5c79b', '#f2e2c2']));
  sheet.add(path(curve(edge.map(([x, y]): Point => [x, y - unit * 1.4])), { fill: 'none', stroke: '#fff', 'stroke-width': unit * 1.6, opacity: 0.5 }), path(below(sheet, edge), { fill: sheet.linear([darker(sand, 0.12), sand, lighter(sand, 0.1)]) }), path(curve(edge), { fill: 'none', stroke: '#fff', 'stroke-width': unit * 0.8, opacity: 0.85 }));
  if (random.chance(0.7)) sheet.add(grass(sheet, random, 0, width * 0.35, height, unit * 17, [shaded(sky, '#7d9052'), shaded(sky, '#a3a866'), shaded(sky, '#5f7a45')], 60));
  sheet.add(birds(sheet, random, width * random.between(0.2, 0.8), horizon * 0.45, darker(sky.stops[0]!, 0.35)));
  return boats ? `${boats === 1 ? 'A sailing boat' : 'Sailing boats'} on the sea beyond a sandy beach ${sky.words}` : `Waves rolling on to an empty beach ${sky.words}`;
}

export function lake(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['dawn', 'morning', 'golden', 'sunset', 'dusk', 'mist', 'night'])];
  const level = height * random.between(0.5, 0.6);
  const sunX = random.between(0.2, 0.8);
  paintSky(sheet, sky, level, { sunX, sunY: random.between(0.14, 0.28), sunSize: 4.5 });
  const shapes: Array<[Point[], string, boolean]> = [
    [ridge(sheet, random, level - unit * 16, unit * 24), faded(sky, '#5f6f8c', 0.55), false],
    [ridge(sheet, random, level - unit * 6, unit * 14), faded(sky, '#4b6472', 0.75), false],
  ];
  const shore = hills(sheet, random, level - unit, unit * 2.5, 2);
  const forest = faded(sky, '#34594a', 0.95);
  const trees = Array.from({ length: 34 }, () => {
    const x = random.next() < 0.5 ? random.between(0, 0.4) * width : random.between(0.55, 1) * width;
    return pine(random, x, heightAt(shore, x) + unit * 1.5, unit * random.between(5, 12), darker(forest, random.between(0, 0.25)));
  });
  const scenery = shapes.map(([line, fill, isSoft]) => path(below(sheet, line, isSoft), { fill })).join('') + path(below(sheet, shore), { fill: forest }) + trees.join('');
  const above = sheet.clip(rect(0, 0, width, level, {}));
  sheet.add(group({ 'clip-path': above }, scenery));
  waterPaint(sheet, sky, level, height + 5, '#3f6f84');
  const mirror = sheet.clip(rect(0, level, width, height - level, {}));
  sheet.add(group({ 'clip-path': mirror }, group({ transform: `translate(0 ${level * 2}) scale(1 -1)`, opacity: 0.36 }, scenery)));
  glitter(sheet, sky, level + unit, height, sunX);
  const hasJetty = random.chance(0.5);
  if (hasJetty) sheet.add(jetty(sheet, width * random.between(0.3, 0.65), level, shaded(sky, '#8a6a4c')));
  else sheet.add(grass(sheet, random, 0, width * 0.4, height, unit * 22, [shaded(sky, '#5c7a3c'), shaded(sky, '#86934e'), shaded(sky, '#3f5f38')], 70));
  return `A still lake mirroring the mountains ${sky.words}${hasJetty ? ', with a wooden jetty' : ''}`;
}

function jetty({ height, unit }: Sheet, x: number, level: number, wood: string): string {
  const top = level + unit * 7;
  let boards = '';
  for (let index = 0; index < 16; index++) {
    const [from, to] = [(index / 16) ** 1.6, ((index + 0.88) / 16) ** 1.6];
    const [y, next] = [top + from * (height - top + unit * 8), top + to * (height - top + unit * 8)];
    const half = (share: number) => unit * (4 + share * 16);
    boards += polygon([[x - half(from), y], [x + half(from), y], [x + half(to), next], [x - half(to), next]], { fill: index % 2 ? wood : lighter(wood, 0.12) });
  }
  return polygon([[x - unit * 4, top], [x + unit * 4, top], [x + unit * 21, height + 9], [x - unit * 21, height + 9]], { fill: darker(wood, 0.5) }) + boards;
}

export function harbour(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'overcast'])];
  const level = height * 0.56;
  paintSky(sheet, sky, level, { sunX: random.between(0.1, 0.9), sunY: 0.2, sunSize: 4 });
  sheet.add(path(below(sheet, hills(sheet, random, level - unit * 18, unit * 9)), { fill: faded(sky, '#6b8a6e', 0.6) }));
  const colours = ['#d9624e', '#f0c060', '#e9e2d2', '#5b8fa8', '#c97b5a', '#7fa06a', '#e8a5a0', '#f6efdf'];
  for (let x = -unit * 2; x < width; ) {
    const [breadth, tall] = [unit * random.between(9, 15), unit * random.between(11, 21)];
    const wall = faded(sky, random.pick(colours), 0.85);
    sheet.add(rect(x, level - tall, breadth + 1, tall + unit, { fill: wall }), polygon([[x - unit * 0.5, level - tall], [x + breadth / 2, level - tall - unit * 5], [x + breadth + unit * 0.5, level - tall]], { fill: shaded(sky, random.pick(['#8f4a3c', '#6b4a4a', '#5d5f6e'])) }));
    for (let floor = level - tall + unit * 2; floor < level - unit * 4; floor += unit * 5) for (let column = 0.24; column < 0.9; column += 0.38) sheet.add(rect(x + breadth * column - unit, floor, unit * 2, unit * 2.8, { fill: sky.hasStars ? '#ffd98a' : shaded(sky, '#4b5f74'), rx: unit * 0.2 }));
    x += breadth;
  }
  sheet.add(rect(0, level, width, unit * 3, { fill: shaded(sky, '#8b8075') }));
  waterPaint(sheet, sky, level + unit * 3, height + 5, '#2f6c86');
  glitter(sheet, sky, level + unit * 5, height, undefined);
  const boats = random.int(3, 5);
  for (let index = 0; index < boats; index++) sheet.add(sailboat(sheet, width * ((index + 0.5) / boats) + unit * random.between(-4, 4), height * random.between(0.7, 0.92), random.between(7, 10), shaded(sky, random.pick(['#a8423a', '#2f4a6b', '#f1ece0', '#2f6b58']))));
  return `Colourful houses and boats in a small harbour ${sky.words}`;
}

export function pond(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const water = random.pick(['#3f7f86', '#4a7a94', '#3d6f63']);
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear([lighter(water, 0.35), water, darker(water, 0.25)], 20) }));
  for (let count = 26; count > 0; count--) sheet.add(ellipse(random.between(0, width), random.between(0, height), unit * random.between(5, 22), unit * random.between(0.3, 1.2), { fill: '#fff', opacity: 0.08 }));
  const pads = Array.from({ length: random.int(12, 20) }, () => ({ x: random.between(0, width), y: random.between(0.08, 0.98) * height, size: unit * random.between(6, 12) }));
  for (const { x, y, size } of pads.sort((a, b) => a.y - b.y)) {
    const colour = mix('#5c9a4a', '#86b05a', random.next());
    const turn = random.between(0, 360);
    const pad = `M0 0L${size} ${-size * 0.18}A${size} ${size} 0 1 0 ${size} ${size * 0.18}Z`;
    sheet.add(ellipse(x + size * 0.08, y + size * 0.14, size, size * 0.62, { fill: '#12303a', opacity: 0.25 }), group({ transform: `translate(${x} ${y}) scale(1 .6) rotate(${turn})` }, path(pad, { fill: sheet.radial([lighter(colour, 0.25), colour]) })));
    if (random.chance(0.42)) sheet.add(lily(sheet, x, y - size * 0.1, size * 0.6, random.pick(['#f7dbe6', '#ffffff', '#f3b6cd', '#fbe9b0'])));
  }
  return 'Water lilies floating on a quiet pond';
}

function lily({ random }: Sheet, x: number, y: number, size: number, colour: string): string {
  let petals = '';
  for (const [count, reach, shade] of [[9, 1, 0.12], [7, 0.75, 0.02]] as const) {
    for (let index = 0; index < count; index++) {
      const angle = Math.PI + (index / (count - 1)) * Math.PI + random.between(-0.05, 0.05);
      const [tipX, tipY] = [x + Math.cos(angle) * size * reach, y + Math.sin(angle) * size * reach * 0.8];
      petals += path(curve([[x, y + size * 0.15], [(x + tipX) / 2 - size * 0.14, (y + tipY) / 2], [tipX, tipY], [(x + tipX) / 2 + size * 0.14, (y + tipY) / 2]], true), { fill: darker(colour, shade) });
    }
  }
  return petals + circle(x, y - size * 0.05, size * 0.18, { fill: '#f4c542' });
}
