import type { Random } from '../random.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Face } from './people.ts';
import { circle, ellipse, path, type Sheet } from './sheet.ts';

// Everything is drawn in the measures of a head: x from -0.63 to 0.63, y from -0.92 (top) to 0.8
// (chin).

const locks = (
  random: Random,
  colour: string,
  count: number,
  from: number,
  to: number,
  reach: number,
  size: number,
  lift = 0,
) =>
  Array.from({ length: count }, (_, index) => {
    const angle = from + ((to - from) * index) / (count - 1);
    const own = reach * random.between(0.95, 1.05);
    return circle(
      Math.cos(angle) * own * 0.92,
      Math.sin(angle) * own - lift,
      size * random.between(0.85, 1.2),
      {
        fill: mix(
          colour,
          random.chance(0.5) ? lighter(colour, 0.12) : darker(colour, 0.15),
          random.next(),
        ),
      },
    );
  }).join('');

export function hairBehind(random: Random, { hair, hairKind, clothes }: Face): string {
  const deep = darker(hair, 0.22);
  if (hairKind === 'long' || hairKind === 'fringe')
    return path(
      'M-.7 -.35C-.82 .3 -.86 .9 -.72 1.55L.72 1.55C.86 .9 .82 .3 .7 -.35C.6 -1.1 -.6 -1.1 -.7 -.35Z',
      { fill: deep },
    );
  if (hairKind === 'wavy')
    return path(
      'M-.68 -.4C-.95 0 -.74 .3 -.92 .62C-1 .95 -.78 1.1 -.86 1.45' +
        'C-.5 1.62 .5 1.62 .86 1.45C.78 1.1 1 .95 .92 .62C.74 .3 .95 0 .68 -.4' +
        'C.6 -1.1 -.6 -1.1 -.68 -.4Z',
      { fill: deep },
    );
  if (hairKind === 'bob')
    return path(
      'M-.7 -.4C-.86 .1 -.86 .5 -.76 .82L.76 .82C.86 .5 .86 .1 .7 -.4C.6 -1.1 -.6 -1.1 -.7 -.4Z',
      { fill: deep },
    );
  if (hairKind === 'curly')
    return (
      locks(random, deep, 17, Math.PI * 0.82, Math.PI * 2.18, 0.84, 0.25, -0.1) +
      locks(random, deep, 6, 0.15, 0.95, 0.98, 0.22, -0.15) +
      locks(random, deep, 6, Math.PI - 0.95, Math.PI - 0.15, 0.98, 0.22, -0.15)
    );
  if (hairKind === 'afro')
    return (
      circle(0, -0.35, 0.98, { fill: deep }) +
      locks(random, deep, 18, Math.PI * 0.86, Math.PI * 2.14, 0.98, 0.2, 0.3)
    );
  if (hairKind === 'ponytail')
    return path('M.3 -.85C1.05 -.9 1.15 -.1 .85 .75C.75 1 .62 .9 .66 .6C.75 .1 .7 -.3 .45 -.5Z', {
      fill: deep,
    });
  if (hairKind === 'bun')
    return (
      circle(0, -1.12, 0.3, { fill: deep }) +
      ellipse(-0.06, -1.17, 0.16, 0.1, { fill: lighter(hair, 0.12), opacity: 0.6 })
    );
  if (hairKind === 'shaggy')
    return path('M-.7 -.3C-.8 .2 -.76 .5 -.66 .72L.66 .72C.76 .5 .8 .2 .7 -.3Z', { fill: deep });
  if (hairKind === 'scarf')
    return path(
      'M-.74 -.2C-.84 .6 -1 1.1 -1.1 1.7L1.1 1.7C1 1.1 .84 .6 .74 -.2C.7 -1.2 -.7 -1.2 -.74 -.2Z',
      {
        fill: darker(clothes, 0.2),
      },
    );
  if (hairKind === 'braids')
    return [-1, 1]
      .map((side) =>
        Array.from({ length: 6 }, (_, index) =>
          ellipse(side * (0.66 + index * 0.02), 0.12 + index * 0.24, 0.15 - index * 0.008, 0.16, {
            fill: index % 2 ? deep : hair,
          }),
        ).join(''),
      )
      .join('');
  return '';
}

const top = 'M-.66 .04C-.78 -.72 -.46 -1.08 0 -1.08C.46 -1.08 .78 -.72 .66 .04';
const hairlines = {
  round: 'C.6 -.42 .34 -.64 0 -.64C-.34 -.64 -.6 -.42 -.66 .04Z',
  left: 'C.62 -.3 .42 -.52 -.24 -.76C-.44 -.6 -.6 -.36 -.66 .04Z',
  right: 'C.6 -.36 .44 -.6 .24 -.76C-.42 -.52 -.62 -.3 -.66 .04Z',
  middle: 'C.62 -.3 .4 -.46 0 -.86C-.4 -.46 -.62 -.3 -.66 .04Z',
  fringe: 'C.6 -.2 .56 -.3 .46 -.32Q0 -.2 -.46 -.32C-.56 -.3 -.6 -.2 -.66 .04Z',
} as const;
const short = (line: string) =>
  `M-.64 -.16C-.74 -.76 -.46 -1.04 0 -1.04C.46 -1.04 .74 -.76 .64 -.16${line}`;

export function hairInFront(random: Random, { hair, hairKind }: Face): string {
  const shine = path('M-.42 -.72Q-.1 -.98 .3 -.86', {
    fill: 'none',
    stroke: lighter(hair, 0.28),
    'stroke-width': 0.07,
    'stroke-linecap': 'round',
    opacity: 0.35,
  });
  const cut = (d: string) => path(d, { fill: hair }) + shine;
  const line = random.pick(['left', 'right', 'middle', 'round'] as const);
  switch (hairKind) {
    case 'long':
    case 'wavy':
    case 'braids':
      return (
        cut(top + hairlines[line]) +
        path(
          'M-.7 -.2C-.72 .2 -.7 .5 -.72 .8L-.58 .5C-.6 .2 -.6 0 -.6 -.2ZM.7 -.2C.72 .2 .7 .5 .72 .8L.58 .5C.6 .2 .6 0 .6 -.2Z',
          {
            fill: hair,
          },
        )
      );
    case 'bob':
      return (
        cut(top + hairlines[line === 'middle' ? 'fringe' : line]) +
        path(
          'M-.7 -.2C-.76 .2 -.74 .5 -.72 .78L-.54 .7C-.6 .3 -.62 0 -.6 -.2ZM.7 -.2C.76 .2 .74 .5 .72 .78L.54 .7C.6 .3 .62 0 .6 -.2Z',
          {
            fill: hair,
          },
        )
      );
    case 'fringe':
      return (
        cut(top + hairlines.fringe) +
        path(
          'M-.7 -.2C-.72 .2 -.7 .5 -.72 .8L-.56 .5C-.6 .2 -.6 0 -.6 -.2ZM.7 -.2C.72 .2 .7 .5 .72 .8L.56 .5C.6 .2 .6 0 .6 -.2Z',
          {
            fill: hair,
          },
        )
      );
    case 'curly':
      return locks(random, hair, 10, Math.PI * 1.1, Math.PI * 1.9, 0.78, 0.21, 0.04);
    case 'afro':
      return path(
        'M-.64 -.1C-.62 -.6 -.4 -.72 0 -.72C.4 -.72 .62 -.6 .64 -.1C.8 -.6 .6 -1.2 0 -1.2C-.6 -1.2 -.8 -.6 -.64 -.1Z',
        {
          fill: darker(hair, 0.1),
        },
      );
    case 'bun':
    case 'ponytail':
      return cut(short(hairlines.round.replace(' -.66 .04', ' -.64 -.16')));
    case 'pixie':
      return (
        cut(short('C.6 -.36 .5 -.42 .36 -.5Q.1 -.3 -.5 -.44C-.56 -.4 -.6 -.3 -.64 -.16Z')) +
        path('M-.66 -.2L-.6 .16L-.54 -.1ZM.66 -.2L.6 .16L.54 -.1Z', { fill: hair })
      );
    case 'short':
      return cut(short('C.6 -.42 .5 -.6 .3 -.62L-.3 -.62C-.5 -.6 -.6 -.42 -.64 -.16Z'));
    case 'parted':
      return cut(short('C.6 -.34 .5 -.54 -.26 -.74C-.5 -.58 -.58 -.4 -.64 -.16Z'));
    case 'shaggy':
      return (
        cut(top + hairlines.left) +
        path('M-.68 -.2L-.7 .4L-.56 .1ZM.68 -.2L.7 .4L.56 .1Z', { fill: hair })
      );
    case 'quiff':
      return (
        path(
          'M-.64 -.16C-.74 -.7 -.6 -1.0 -.3 -1.06C0 -1.3 .62 -1.22 .66 -.82' +
            'C.72 -.6 .68 -.34 .64 -.16C.6 -.42 .5 -.62 .3 -.64L-.32 -.6' +
            'C-.5 -.58 -.6 -.42 -.64 -.16Z',
          { fill: hair },
        ) + shine
      );
    case 'curls':
      return (
        path(short('C.6 -.42 .5 -.6 .3 -.62L-.3 -.62C-.5 -.6 -.6 -.42 -.64 -.16Z'), {
          fill: hair,
        }) + locks(random, hair, 9, Math.PI * 1.14, Math.PI * 1.86, 0.84, 0.17, 0.06)
      );
    case 'buzz':
      return path(short('C.6 -.46 .44 -.66 .26 -.68L-.26 -.68C-.44 -.66 -.6 -.46 -.64 -.16Z'), {
        fill: hair,
        opacity: 0.82,
      });
    case 'tuft':
      return path(
        'M-.64 .1C-.74 -.3 -.7 -.5 -.58 -.62C-.62 -.3 -.6 -.1 -.6 .1ZM.64 .1C.74 -.3 .7 -.5 .58 -.62C.62 -.3 .6 -.1 .6 .1Z',
        {
          fill: hair,
        },
      );
    default:
      return '';
  }
}

export function headwear(sheet: Sheet, { hairKind, clothes, hair }: Face): string {
  const { random } = sheet;
  if (hairKind === 'scarf') {
    const cloth = lighter(clothes, 0.1);
    return (
      path(
        'M-.74 0C-.8 -.8 -.5 -1.14 0 -1.14C.5 -1.14 .8 -.8 .74 0C.8 .5 .7 .9 .5 1.2' +
          'Q0 1.5 -.5 1.2C-.7 .9 -.8 .5 -.74 0ZM-.54 -.05C-.54 .5 -.3 .82 0 .82' +
          'C.3 .82 .54 .5 .54 -.05C.54 -.5 .36 -.7 0 -.7C-.36 -.7 -.54 -.5 -.54 -.05Z',
        {
          fill: sheet.linear([lighter(cloth, 0.15), cloth, darker(cloth, 0.2)], -20),
          'fill-rule': 'evenodd',
        },
      ) +
      path('M.5 .6C.3 1.1 -.1 1.3 -.6 1.35', {
        fill: 'none',
        stroke: darker(cloth, 0.3),
        'stroke-width': 0.04,
        opacity: 0.6,
      })
    );
  }
  if (hairKind === 'turban') {
    const cloth = random.pick(['#d9793c', '#2f5f8a', '#8f2f4a', '#3f7f6a', '#f2c14e', '#e8e2d6']);
    return (
      path('M-.68 -.28C-.86 -.9 -.5 -1.36 0 -1.36C.5 -1.36 .86 -.9 .68 -.28Q0 -.72 -.68 -.28Z', {
        fill: cloth,
      }) +
      path('M-.7 -.5Q.1 -1.1 .62 -.42M-.6 -.86Q.2 -1.3 .7 -.62M-.06 -.56L-.02 -1.3', {
        fill: 'none',
        stroke: darker(cloth, 0.22),
        'stroke-width': 0.045,
      })
    );
  }
  if (hairKind === 'wrap') {
    const cloth = random.pick(['#e0882f', '#c93f5a', '#2f7f8f', '#f2c14e', '#6a4a9a']);
    return (
      path('M-.67 -.3C-.9 -1 -.5 -1.5 .1 -1.5C.7 -1.5 .86 -.9 .67 -.3Q0 -.62 -.67 -.3Z', {
        fill: cloth,
      }) +
      [-0.4, -0.1, 0.22, 0.48]
        .map((x, index) =>
          circle(x, -0.92 - (index % 2) * 0.2, 0.09, { fill: lighter(cloth, 0.45) }),
        )
        .join('') +
      path('M.3 -1.4C.5 -1.9 .9 -1.7 .6 -1.3Z', { fill: darker(cloth, 0.15) })
    );
  }
  if (hairKind === 'beanie') {
    const cloth = random.pick(['#c9583f', '#2f6f78', '#e0a030', '#3f4f6b', '#6b8f5a']);
    return (
      path('M-.68 -.34C-.74 -1.05 -.4 -1.26 0 -1.26C.4 -1.26 .74 -1.05 .68 -.34Z', {
        fill: cloth,
      }) +
      path('M-.72 -.52Q0 -.7 .72 -.52L.7 -.28Q0 -.46 -.7 -.28Z', { fill: lighter(cloth, 0.18) }) +
      circle(0, -1.3, 0.16, { fill: lighter(cloth, 0.35) })
    );
  }
  if (hairKind === 'cap') {
    const cloth = random.pick(['#33506b', '#8f3f3a', '#4f6f4a', '#d9a441', '#5a5560']);
    return (
      path('M-.66 -.22L-.64 .04L-.58 -.2ZM.66 -.22L.64 .04L.58 -.2Z', { fill: hair }) +
      path('M-.68 -.36C-.74 -1 -.4 -1.16 0 -1.16C.4 -1.16 .74 -1 .68 -.36Z', { fill: cloth }) +
      path('M-.7 -.4Q0 -.66 .72 -.42Q.98 -.3 .96 -.2Q.2 -.44 -.7 -.3Z', {
        fill: darker(cloth, 0.25),
      })
    );
  }
  return '';
}

export function beardOf(
  random: Random,
  { isWoman, age, hair, hairKind }: Face,
  long: number,
): string {
  if (isWoman || age < 0.12 || !random.chance(hairKind === 'turban' ? 0.95 : 0.42)) return '';
  const chin = 0.86 * long;
  const kind = random.int(0, 2);
  const mouthHole = 'M-.24 .4Q0 .32 .24 .4Q.22 .62 0 .64Q-.22 .62 -.24 .4Z';
  if (kind === 0)
    return path(
      'M-.64 .02C-.6 .2 -.5 .3 -.34 .3Q0 .2 .34 .3C.5 .3 .6 .2 .64 .02' +
        `C.66 .5 .4 ${chin} 0 ${chin + 0.06}C-.4 ${chin} -.66 .5 -.64 .02Z${mouthHole}`,
      { fill: hair, 'fill-rule': 'evenodd' },
    );
  if (kind === 1)
    return path(
      `M-.26 .32Q0 .22 .26 .32C.34 .5 .28 ${chin} 0 ${chin + 0.04}C-.28 ${chin} -.34 .5 -.26 .32Z${mouthHole}`,
      {
        fill: hair,
        'fill-rule': 'evenodd',
      },
    );
  return path(
    'M-.28 .38C-.2 .26 -.06 .28 0 .33C.06 .28 .2 .26 .28 .38C.16 .36 .06 .38 0 .37C-.06 .38 -.16 .36 -.28 .38Z',
    { fill: hair },
  );
}
