import type { Random } from '../random.ts';
import { darker, lighter, mix } from './colour.ts';
import { beardOf, hairBehind, hairInFront, headwear } from './hair.ts';
import { circle, ellipse, group, path, rect, type Sheet } from './sheet.ts';

/** How people of different families of names look, roughly; within each there is plenty of room. */
export const looks = {
  north: {
    skin: ['#f6d7c3', '#f2c9ae', '#ecbfa0', '#f8dfcf'],
    hair: ['#3a2a22', '#6b4a30', '#a5713c', '#d9b06a', '#8f4a26', '#e6cf9a', '#2a2220', '#c4632c'],
  },
  south: {
    skin: ['#e8bf9a', '#dcae84', '#d09c70', '#efcbaa'],
    hair: ['#1f1814', '#2f221a', '#4a3222', '#6b4428'],
  },
  desert: {
    skin: ['#e0b48c', '#cf9e72', '#bd8a5e', '#e8c4a0'],
    hair: ['#17120f', '#241a15', '#3a281e'],
  },
  india: {
    skin: ['#c68f62', '#b37a4e', '#9a653f', '#d6a578'],
    hair: ['#120e0d', '#1c1513', '#2a1e19'],
  },
  east: {
    skin: ['#f3d6b8', '#ecc8a4', '#e2b98f', '#f7e0c8'],
    hair: ['#141114', '#1f1a1c', '#33241f', '#4a2f22'],
  },
  africa: {
    skin: ['#7a4c30', '#5f3a26', '#8f5c3a', '#4a2d1f'],
    hair: ['#0f0c0c', '#171212', '#241a17'],
  },
} as const;

export type LookName = keyof typeof looks;

export interface Person {
  look: LookName;
  isWoman: boolean;
  /** 0 young, 1 old. */
  age: number;
}

export interface Face extends Person {
  skin: string;
  hair: string;
  hairKind: string;
  clothes: string;
}

const clothes = [
  '#c9583f',
  '#2f6f78',
  '#f2c14e',
  '#3f4f7a',
  '#7a5a90',
  '#5f8f6a',
  '#e8a598',
  '#f3ead8',
  '#33363f',
  '#8fb4c4',
  '#b5532f',
  '#d9708a',
  '#6b7f3f',
  '#40566b',
  '#f6f4ef',
];
const women = [
  'long',
  'long',
  'bob',
  'curly',
  'bun',
  'ponytail',
  'pixie',
  'wavy',
  'wavy',
  'fringe',
  'braids',
];
const men = [
  'short',
  'short',
  'parted',
  'parted',
  'quiff',
  'curls',
  'buzz',
  'bald',
  'tuft',
  'shaggy',
  'beanie',
  'cap',
];

export function inventFace(random: Random, person: Person): Face {
  const { skin, hair } = looks[person.look];
  const isGrey = random.next() < (person.age - 0.45) * 1.7;
  let hairKind: string = random.pick(person.isWoman ? women : men);
  if (person.look === 'africa' && random.chance(0.5))
    hairKind = person.isWoman
      ? random.pick(['afro', 'wrap', 'braids', 'pixie'])
      : random.pick(['buzz', 'afro', 'bald']);
  if (person.look === 'desert' && person.isWoman && random.chance(0.4)) hairKind = 'scarf';
  if (person.look === 'india' && !person.isWoman && random.chance(0.25)) hairKind = 'turban';
  if (person.age < 0.6 && (hairKind === 'bald' || hairKind === 'tuft')) hairKind = 'short';
  return {
    ...person,
    skin: random.pick(skin),
    hair: isGrey ? random.pick(['#b9bcc2', '#d9d9d6', '#8f939a', '#e9e6de']) : random.pick(hair),
    hairKind,
    clothes: random.pick(clothes),
  };
}

/** Head and shoulders; `size` is half a head's breadth, x and y the middle of the face. */
export function paintFace(sheet: Sheet, face: Face, x: number, y: number, size: number, tilt = 0) {
  const { random } = sheet;
  const { skin } = face;
  const shade = mix(skin, face.look === 'africa' ? '#2a1410' : '#a8502f', 0.22);
  const long = random.between(0.92, 1.06);
  const scale = `translate(${x} ${y}) scale(${size})`;
  const body = group({ transform: scale }, torso(sheet, face, shade));
  const head = group(
    { transform: `${scale} rotate(${tilt})` },
    ...(face.hairKind === 'scarf' || face.hairKind === 'bald'
      ? []
      : [-0.63, 0.63].map((ear) => ellipse(ear, 0.06, 0.1, 0.15, { fill: shade }))),
    path(
      'M-.63 -.1C-.63 -.75 -.4 -.92 0 -.92C.4 -.92 .63 -.75 .63 -.1' +
        `C.63 ${0.45 * long} .34 ${0.8 * long} 0 ${0.8 * long}` +
        `C-.34 ${0.8 * long} -.63 ${0.45 * long} -.63 -.1Z`,
      { fill: sheet.linear([lighter(skin, 0.1), skin, mix(skin, shade, 0.6)], -35) },
    ),
    ...(face.hairKind === 'bald'
      ? [-0.63, 0.63].map((ear) => ellipse(ear, 0.06, 0.09, 0.15, { fill: shade }))
      : []),
    beardOf(random, face, long),
    features(sheet, face, shade),
    hairInFront(random, face),
    headwear(sheet, face),
    glasses(random, face),
  );
  sheet.add(group({ transform: `${scale} rotate(${tilt})` }, hairBehind(random, face)), body, head);
}

function torso(
  sheet: Sheet,
  { skin, clothes: colour, isWoman, hairKind }: Face,
  shade: string,
): string {
  const { random } = sheet;
  const broad = isWoman ? 1.28 : 1.5;
  const shoulders =
    `M${-broad} 9L${-broad} 3C${-broad} 1.6 ${-broad * 0.85} 1.35 -.42 1.12L.42 1.12` +
    `C${broad * 0.85} 1.35 ${broad} 1.6 ${broad} 3L${broad} 9Z`;
  const neck =
    path('M-.27 .4L-.29 1.15Q0 1.5 .29 1.15L.27 .4Z', { fill: shade }) +
    path('M-.27 .62Q0 1 .27 .62L.28 .8Q0 1.12 -.28 .8Z', {
      fill: darker(shade, 0.18),
      opacity: 0.5,
    });
  const cloth = path(shoulders, {
    fill: sheet.linear([lighter(colour, 0.12), colour, darker(colour, 0.2)]),
  });
  const kind = random.int(0, 4);
  if (hairKind === 'scarf')
    return (
      cloth + path('M-.5 1.1Q0 1.5 .5 1.1L.5 1.3Q0 1.7 -.5 1.3Z', { fill: darker(colour, 0.15) })
    );
  if (kind === 0)
    return (
      cloth +
      neck +
      path('M-.34 1.13Q0 1.62 .34 1.13L.44 1.14Q0 1.82 -.44 1.14Z', { fill: darker(colour, 0.22) })
    );
  if (kind === 1)
    return (
      cloth +
      path('M-.3 1.08L0 1.75L.3 1.08Z', { fill: skin }) +
      neck +
      path('M-.32 1.04L-.5 1.2L-.18 1.62L0 1.5L.18 1.62L.5 1.2L.32 1.04L0 1.52Z', {
        fill: lighter(colour, 0.25),
      })
    );
  if (kind === 2)
    return (
      cloth +
      neck +
      path('M-.36 1.0Q0 1.3 .36 1.0L.4 1.22Q0 1.55 -.4 1.22Z', { fill: lighter(colour, 0.12) })
    );
  if (kind === 3) {
    const stripes = Array.from({ length: 28 }, (_, index) =>
      rect(-2, 1.3 + index * 0.26, 4, 0.11, { fill: lighter(colour, 0.5), opacity: 0.8 }),
    ).join('');
    return cloth + group({ 'clip-path': sheet.clip(path(shoulders, {})) }, stripes) + neck;
  }
  return cloth + path('M-.36 1.1Q0 1.85 .36 1.1Z', { fill: skin }) + neck;
}

function features({ random }: Sheet, face: Face, shade: string): string {
  const { isWoman, age, hair } = face;
  const ink = face.look === 'africa' ? '#1a0f0c' : '#3a2420';
  const brow = mix(hair, ink, 0.45);
  const [spread, level, lift] = [
    random.between(0.23, 0.27),
    random.between(-0.06, 0.02),
    random.between(-0.05, 0.03),
  ];
  const eye = random.int(0, 5);
  const iris =
    face.look === 'north'
      ? random.pick(['#4a6f8f', '#5f7f5a', '#6b4a30', '#3f5f6b'])
      : random.pick(['#3a241a', '#4f3220', '#2a1a14']);
  let markup =
    ellipse(-0.34, 0.24, 0.15, 0.1, {
      fill: '#e0604a',
      opacity: face.look === 'africa' ? 0.16 : 0.24,
    }) +
    ellipse(0.34, 0.24, 0.15, 0.1, {
      fill: '#e0604a',
      opacity: face.look === 'africa' ? 0.16 : 0.24,
    });
  for (const side of [-1, 1]) {
    const ex = side * spread;
    if (eye === 0)
      markup += path(`M${ex - 0.1} ${level}Q${ex} ${level - 0.13} ${ex + 0.1} ${level}`, {
        fill: 'none',
        stroke: ink,
        'stroke-width': 0.045,
        'stroke-linecap': 'round',
      });
    else if (eye < 3)
      markup +=
        ellipse(ex, level, 0.058, 0.075, { fill: ink }) +
        circle(ex + 0.02, level - 0.025, 0.018, { fill: '#fff' });
    else
      markup +=
        ellipse(ex, level, 0.105, 0.078, { fill: '#fffdf8' }) +
        circle(ex, level, 0.065, { fill: iris }) +
        circle(ex, level, 0.034, { fill: '#120c0c' }) +
        circle(ex + 0.025, level - 0.025, 0.018, { fill: '#fff' }) +
        path(`M${ex - 0.115} ${level - 0.01}Q${ex} ${level - 0.12} ${ex + 0.115} ${level - 0.01}`, {
          fill: 'none',
          stroke: ink,
          'stroke-width': isWoman ? 0.038 : 0.026,
          'stroke-linecap': 'round',
        });
    if (isWoman && eye > 0)
      markup += path(`M${ex + side * 0.09} ${level - 0.045}L${ex + side * 0.15} ${level - 0.085}`, {
        stroke: ink,
        'stroke-width': 0.028,
        'stroke-linecap': 'round',
      });
    markup += path(
      `M${ex - 0.12} ${level - 0.15 - (side < 0 ? 0 : lift)}Q${ex} ${level - 0.225} ${ex + 0.12} ${level - 0.15 - (side < 0 ? lift : 0)}`,
      {
        fill: 'none',
        stroke: brow,
        'stroke-width': isWoman ? 0.042 : 0.062,
        'stroke-linecap': 'round',
      },
    );
    if (age > 0.65)
      markup += path(
        `M${ex + side * 0.16} ${level + 0.04}l${side * 0.07} -.03M${ex + side * 0.16} ${level + 0.08}l${side * 0.07} .02`,
        {
          stroke: shade,
          'stroke-width': 0.018,
          'stroke-linecap': 'round',
        },
      );
  }
  markup += path(
    random.pick([
      'M-.01 .04Q.09 .2 .02 .24Q-.03 .25 -.06 .23',
      'M-.06 .22Q0 .27 .06 .22',
      'M.01 .0Q-.09 .2 -.01 .24Q.04 .25 .06 .23',
    ]),
    {
      fill: 'none',
      stroke: mix(shade, ink, 0.2),
      'stroke-width': 0.034,
      'stroke-linecap': 'round',
    },
  );
  const lips =
    isWoman && random.chance(0.5)
      ? random.pick(['#c9484f', '#b5404f', '#d9706a'])
      : mix(shade, '#8f2f2a', 0.55);
  const mouth = random.int(0, 3);
  const [wide, tall] = [random.between(0.17, 0.23), 0.41];
  if (mouth === 0)
    markup += path(`M${-wide} ${tall}Q0 ${tall + 0.19} ${wide} ${tall}`, {
      fill: 'none',
      stroke: lips,
      'stroke-width': 0.05,
      'stroke-linecap': 'round',
    });
  else if (mouth === 1)
    markup +=
      path(
        `M${-wide} ${tall}Q0 ${tall + 0.06} ${wide} ${tall}` +
          `Q${wide * 0.8} ${tall + 0.22} 0 ${tall + 0.22}` +
          `Q${-wide * 0.8} ${tall + 0.22} ${-wide} ${tall}Z`,
        { fill: '#8a2f33' },
      ) +
      path(
        `M${-wide * 0.88} ${tall + 0.01}Q0 ${tall + 0.07} ${wide * 0.88} ${tall + 0.01}` +
          `L${wide * 0.75} ${tall + 0.07}Q0 ${tall + 0.12} ${-wide * 0.75} ${tall + 0.07}Z`,
        { fill: '#fffdf8' },
      );
  else if (mouth === 2)
    markup += path(
      `M${-wide} ${tall - 0.01}Q0 ${tall + 0.05} ${wide} ${tall - 0.01}Q0 ${tall + 0.24} ${-wide} ${tall - 0.01}Z`,
      {
        fill: '#fffdf8',
        stroke: lips,
        'stroke-width': 0.035,
        'stroke-linejoin': 'round',
      },
    );
  else
    markup += path(
      `M${-wide * 0.8} ${tall + 0.04}Q${wide * 0.2} ${tall + 0.14} ${wide} ${tall - 0.03}`,
      {
        fill: 'none',
        stroke: lips,
        'stroke-width': 0.05,
        'stroke-linecap': 'round',
      },
    );
  if (face.look === 'north' && random.chance(0.25))
    for (let spot = 10; spot > 0; spot--)
      markup += circle(random.between(-0.42, 0.42), random.between(0.1, 0.26), 0.014, {
        fill: shade,
      });
  if (age > 0.75)
    markup += path('M-.26 .3Q-.33 .4 -.29 .5M.26 .3Q.33 .4 .29 .5', {
      fill: 'none',
      stroke: shade,
      'stroke-width': 0.02,
    });
  return (
    markup +
    (isWoman && random.chance(0.4) && face.hairKind !== 'scarf'
      ? circle(-0.64, 0.26, 0.05, { fill: '#f2c14e' }) +
        circle(0.64, 0.26, 0.05, { fill: '#f2c14e' })
      : '')
  );
}

function glasses(random: Random, { age }: Face): string {
  if (!random.chance(0.2 + age * 0.35)) return '';
  const frame = {
    fill: '#ffffff22',
    stroke: random.pick(['#2a2a30', '#6b3f2a', '#a8783c', '#33506b', '#8f2f3a']),
    'stroke-width': 0.04,
  };
  const isRound = random.chance(0.5);
  const lens = (x: number) =>
    isRound
      ? circle(x, 0, 0.19, frame)
      : `<rect x="${x - 0.2}" y="-.14" width=".4" height=".29" rx=".07" fill="#ffffff22" stroke="${frame.stroke}" stroke-width=".04"/>`;
  return (
    lens(-0.27) +
    lens(0.27) +
    path('M-.08 -.02Q0 -.07 .08 -.02M-.46 -.03L-.62 -.05M.46 -.03L.62 -.05', {
      fill: 'none',
      stroke: frame.stroke,
      'stroke-width': 0.035,
    })
  );
}
