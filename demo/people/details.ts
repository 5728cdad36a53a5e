import { toRow } from '../load/copy.ts';
import type { Random } from '../random.ts';
import { aboutLines } from '../words/about.ts';
import type { SeedMember } from './members.ts';

export const detailColumns = 'member_id, gender, birthdate, about_me, location';

const day = 86_400_000;
/** `America/Argentina/Buenos_Aires` is Buenos Aires. */
const cityOf = (timezone: string) => timezone.split('/').at(-1)!.replaceAll('_', ' ');

/** Profile details as far as the demo fills them in; members without any have no row. */
export function detailRows(members: SeedMember[], random: Random): string[] {
  return members.flatMap(({ id, isWoman, timezone, joinedAt }) => {
    const isKnown = id <= 2;
    const isGiven = (share: number) => random.chance(share) || isKnown;
    // Drawn for everybody, so that one field does not change the random numbers of the others.
    const [about, city, birthday, gender] = [
      isGiven(0.65),
      isGiven(0.75),
      isGiven(0.5),
      isGiven(0.4),
    ];
    const born = new Date(joinedAt - random.int(19 * 365, 70 * 365) * day)
      .toISOString()
      .slice(0, 10);
    const line = random.pick(aboutLines);
    if (!about && !city && !birthday && !gender) return [];
    const ownGender = isWoman ? 'female' : 'male';
    return [
      toRow([
        id,
        gender ? ownGender : '',
        birthday ? born : null,
        about ? line : '',
        city ? cityOf(timezone) : '',
      ]),
    ];
  });
}
