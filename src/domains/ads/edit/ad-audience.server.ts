import { adultAge, leastAudience } from '#domains/ads/ads.rules.ts';
import { today } from '#domains/ads/serving/ad-days.server.ts';
import { hasAge, isNarrowed, type Audience } from '#domains/ads/serving/audience.rules.ts';
import { searchWords } from '#lib/search-words.ts';
import type { Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { likedCategories } from './liked-categories.server.ts';

/** Whether so many members fit a narrowed audience; their number is nobody's business. */
export async function isAudienceLargeEnough(tx: Tx, audience: Audience): Promise<boolean> {
  if (!isNarrowed(audience)) return true;
  const { location, categoryId, minAge, maxAge } = audience;
  const age = sql`extract(year from age(${today()}, d.birthdate))`;
  const words = searchWords(location);
  const conditions = [
    sql`m.status = 'active'`,
    sql`(d.birthdate is null or ${age} >= ${adultAge})`,
    ...(words.length
      ? [
          sql`
            to_tsvector('simple', folded(d.location)) @@ to_tsquery('simple', ${words.join(' & ')})`,
        ]
      : []),
    ...(hasAge(audience) ? [sql`${age} >= ${Math.max(adultAge, minAge)}`] : []),
    ...(maxAge ? [sql`${age} <= ${maxAge}`] : []),
    ...(categoryId ? [sql`${categoryId} in (${likedCategories(sql`m.id`)})`] : []),
  ];
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
    from (
      select from members m
      left join profile_details d on d.member_id = m.id
      where ${sql.join(conditions, sql` and `)}
      limit ${leastAudience}
    ) found`);
  return row!.count >= leastAudience;
}

/** Refuses an audience that makes no sense, or that is so small that it could name somebody. */
export async function checkAudience(tx: Tx, audience: Audience): Promise<void> {
  const { minAge, maxAge } = audience;
  if (minAge && minAge < adultAge) throw invalid('Must be 18 or more.', 'target_min_age');
  if (maxAge && maxAge < Math.max(adultAge, minAge))
    throw invalid('Must not be less than the other age.', 'target_max_age');
  if (!(await isAudienceLargeEnough(tx, audience)))
    throw invalid(
      'Too few members match. Please choose fewer criteria, or show it to everyone.',
      'audience',
    );
}
