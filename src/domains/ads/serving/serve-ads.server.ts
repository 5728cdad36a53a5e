import type { SQL } from 'drizzle-orm';
import { likedCategories } from '#domains/ads/edit/liked-categories.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { composeOnceWithClock, now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { today } from './ad-days.server.ts';
import { readPool, type PoolAd } from './ad-pool.server.ts';
import { createToken } from './ad-token.server.ts';
import { isNarrowed, type ViewerFacts } from './audience.rules.ts';
import { chooseAds, peopleBehind, type Mark, type ViewerState } from './choose-ads.rules.ts';
import { noteDelivered } from './deliveries.server.ts';
import { expectedHours } from './expected-traffic.server.ts';
import { shareOver } from './pacing.rules.ts';

/** An ad that is shown to a member; the token says so when it is seen or clicked. */
export interface ServedAd extends PoolAd {
  token: string;
}

interface StateRow extends Record<string, unknown> {
  at: number;
  /** Ids of ads, their views, and those of today; null without marks. Objects take much longer. */
  marks: [adIds: number[] | null, views: number[] | null, dayViews: number[] | null];
  hiddenAds: number[] | null;
  hiddenCampaigns: number[] | null;
  blocked: number[] | null;
  bannedFrom: string[] | null;
  facts: { location: string; age: number | null; categoryIds: number[] | null } | null;
}

const viewerFacts = (memberId: SQL) => sql`
  (
    select json_build_object(
      'location', d.location,
      'age', extract(year from age(${today()}, d.birthdate)),
      'categoryIds', (
        select json_agg(distinct liked.id) from (${likedCategories(memberId)}) liked
      )
    )
    from (select 1) one
    left join profile_details d on d.member_id = ${memberId}
  )`;

const composeState = (facts: (memberId: SQL) => SQL) =>
  composeOnceWithClock(
    (memberId, adIds, people, containers) => sql`
      select extract(epoch from ${now()}) * 1000 as at,
        (
          select json_build_array(
            array_agg(m.ad_id), array_agg(m.views),
            array_agg(case when m.day = ${today()} then m.day_views else 0 end)
          )
          from ad_marks m
          where m.member_id = ${memberId} and m.ad_id = any (${adIds}::bigint[])
        ) as marks,
        (
          select json_agg(m.ad_id) from ad_marks m
          where m.member_id = ${memberId} and m.hidden_at is not null
        ) as "hiddenAds",
        (
          select json_agg(distinct hidden.campaign_id)
          from ad_marks m
          join ads hidden on hidden.id = m.ad_id
          where m.member_id = ${memberId} and m.hides_campaign
        ) as "hiddenCampaigns",
        (
          select json_agg(case b.blocker_id when ${memberId} then b.blocked_id else b.blocker_id end)
          from blocks b
          where (b.blocker_id = ${memberId} and b.blocked_id = any (${people}::bigint[]))
            or (b.blocked_id = ${memberId} and b.blocker_id = any (${people}::bigint[]))
        ) as blocked,
        (
          select json_agg(ms.type || ' ' || ms.id)
          from memberships ms
          where ms.member_id = ${memberId}
            and ms.state = 'banned'
            and ms.type || ' ' || ms.id = any (${containers}::text[])
        ) as "bannedFrom",
        ${facts(memberId)} as facts`,
    4,
  );
const stateWithFacts = composeState(viewerFacts);
const stateAlone = composeState(() => sql`null::json`);

/** Parameters of a pool, as long as it is the one in memory. */
const parameters = new WeakMap<readonly PoolAd[], { compose: typeof stateAlone; of: unknown[] }>();

function parametersOf(pool: readonly PoolAd[]) {
  const asksFacts = pool.some(({ audience }) => isNarrowed(audience));
  const lists = [
    pool.map(({ id }) => id),
    [...new Set(pool.flatMap(peopleBehind))],
    [...new Set(pool.flatMap(({ container }) => container || []))],
  ];
  return {
    compose: asksFacts ? stateWithFacts : stateAlone,
    of: lists.map((list) => sql.param(list)),
  };
}

/** All that is asked of a member, in one statement. */
export function viewerStatement(memberId: number, pool: readonly PoolAd[]): SQL {
  const found = parameters.get(pool) ?? parametersOf(pool);
  parameters.set(pool, found);
  return found.compose(memberId, ...found.of);
}

const noFacts: ViewerFacts = { location: '', age: null, categoryIds: [] };

const toMarks = ([adIds, views, dayViews]: StateRow['marks']): Map<number, Mark> =>
  new Map(adIds?.map((adId, n) => [adId, { views: views![n]!, dayViews: dayViews![n]! }]));

export function toState(memberId: number, row: StateRow): ViewerState {
  return {
    memberId,
    marks: toMarks(row.marks),
    hiddenAds: new Set((row.hiddenAds ?? []).map(Number)),
    hiddenCampaigns: new Set((row.hiddenCampaigns ?? []).map(Number)),
    blocked: new Set((row.blocked ?? []).map(Number)),
    bannedFrom: new Set(row.bannedFrom ?? []),
    facts: row.facts
      ? {
          location: row.facts.location ?? '',
          age: row.facts.age,
          categoryIds: (row.facts.categoryIds ?? []).map(Number),
        }
      : noFacts,
  };
}

interface Placements {
  count: number;
  reportsSeen: boolean;
  /** A browser fetches the screen ahead: it counts once it is opened and says what is seen. */
  isPrefetched?: boolean;
}

/**
 * The ads for a member, at most one query; none at all where nothing runs.
 * @param reportsSeen screens say what is seen; for other clients what is delivered counts as seen
 */
export async function serveAds(
  { id: memberId, preview }: Member,
  { count, reportsSeen, isPrefetched = false }: Placements,
): Promise<ServedAd[]> {
  if (preview) return [];
  const pool = await readPool();
  if (!pool.length) {
    if (!isPrefetched) noteDelivered(memberId, { slots: count, adIds: [], isSeen: false });
    return [];
  }
  const [row] = await db.execute<StateRow>(viewerStatement(memberId, pool));
  const at = Number(row!.at);
  const hours = await expectedHours(at);
  const chosen = chooseAds(pool, toState(memberId, row!), {
    count,
    shareAt: (time) => shareOver(hours, time),
    now: at,
  });
  if (!isPrefetched)
    noteDelivered(memberId, {
      slots: count,
      adIds: chosen.map(({ id }) => id),
      isSeen: !reportsSeen,
    });
  return chosen.map((ad) => ({
    ...ad,
    token: createToken({ adId: ad.id, version: ad.version, memberId }, at / 1_000),
  }));
}
