import { countedEachHours } from '#domains/ads/ads.rules.ts';
import { now, runAfter } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { today } from './ad-days.server.ts';
import { isRunning } from './ad-pool.server.ts';

// Views are noted in memory and written together each second, so that no page waits for them. Those of
// a killed process are lost, which costs the host and never the advertiser.

interface Noted {
  memberId: number;
  adId: number;
  isServed: boolean;
  isSeen: boolean;
  /** When it was delivered, in seconds since 1970; null: now. A delivery counts once. */
  deliveredAt: number | null;
}

const flushMilliseconds = 1_000;
/** More views in one second are not counted. */
const maxNoted = 20_000;

let noted = new Map<string, Noted>();
let placements = 0;
let isTimed = false;

function startTimer(): void {
  if (isTimed) return;
  isTimed = true;
  runAfter(flushMilliseconds, async () => {
    isTimed = false;
    await flushDeliveries().catch((error: unknown) =>
      log('warn', 'views of ads not counted', errorFields(error)),
    );
  });
}

function note(memberId: number, adId: number, what: Partial<Noted>): void {
  const key = `${memberId} ${adId}`;
  const one = noted.get(key) ?? {
    memberId,
    adId,
    isServed: false,
    isSeen: false,
    deliveredAt: null,
  };
  if (noted.size < maxNoted) noted.set(key, { ...one, ...what });
  startTimer();
}

/**
 * Notes a screen with slots for ads, and those that it shows.
 * @param isSeen for clients that cannot report what is seen: with them delivered is seen
 */
export function noteDelivered(
  memberId: number,
  { slots, adIds, isSeen }: { slots: number; adIds: number[]; isSeen: boolean },
): void {
  placements += slots;
  startTimer();
  for (const adId of adIds)
    note(memberId, adId, isSeen ? { isServed: true, isSeen } : { isServed: true });
}

/** Notes that a member saw an ad, which was delivered then, also if the screen was fetched ahead. */
export const noteSeen = (memberId: number, adId: number, deliveredAt: number): void =>
  note(memberId, adId, { isServed: true, isSeen: true, deliveredAt });

/**
 * Writes what was noted, rows in the order of their keys so that two processes never deadlock. Each
 * member and ad, a delivery and a view count once an hour. Views over what was bought or the limit of the
 * day, and of an ad that does not run any more, are unbilled.
 */
export async function flushDeliveries(): Promise<void> {
  const [taken, slots] = [noted, placements];
  noted = new Map();
  placements = 0;
  try {
    await writeDeliveries([...taken.values()], slots);
  } catch (error) {
    // With the next ones: once an hour counts what was written after all.
    for (const [key, one] of taken) {
      const later = noted.get(key);
      if (!later?.isSeen) noted.set(key, { ...one, isServed: one.isServed || Boolean(later) });
    }
    startTimer();
    throw error;
  }
}

async function writeDeliveries(all: Noted[], slots: number): Promise<void> {
  if (slots)
    await db.execute(sql`
      insert into ad_traffic as t (hour, placements)
      values (date_trunc('hour', ${now()}, 'Etc/UTC'), ${slots})
      on conflict (hour) do update set placements = t.placements + excluded.placements`);
  if (!all.length) return;
  const [memberIds, adIds] = [all.map((one) => one.memberId), all.map((one) => one.adId)];
  const pairs = sql`
    unnest(${sql.param(memberIds)}::bigint[], ${sql.param(adIds)}::bigint[]) one (member_id, ad_id)`;
  const before = sql`${now()} - make_interval(hours => ${countedEachHours})`;
  await db.transaction(async (tx) => {
    // Marks are there before they are locked: of two processes with the same first view one counts it.
    await tx.execute(sql`
      insert into ad_marks (member_id, ad_id)
      select one.member_id, one.ad_id
      from ${pairs}
      join members m on m.id = one.member_id
      join ads a on a.id = one.ad_id
      order by one.member_id, one.ad_id
      on conflict (member_id, ad_id) do nothing`);
    await tx.execute(sql`
      select from ad_marks m
      join ${pairs} on one.member_id = m.member_id and one.ad_id = m.ad_id
      order by m.member_id, m.ad_id
      for no key update of m`);
    await tx.execute(sql`
      select from ads a
      where a.id = any (${sql.param([...new Set(adIds)])}::bigint[])
      order by a.id
      for no key update`);
    await tx.execute(sql`
      with counted as materialized (
        select m.member_id, m.ad_id,
          noted.is_served = 1
            and (m.counted_at is null or m.counted_at <= least(${before}, to_timestamp(noted.at)))
            as is_served,
          noted.is_seen = 1
            and (m.seen_at is null or m.seen_at <= least(${before}, to_timestamp(noted.at))) as is_seen
        from unnest(
          ${sql.param(memberIds)}::bigint[],
          ${sql.param(adIds)}::bigint[],
          ${sql.param(all.map((one) => Number(one.isServed)))}::int[],
          ${sql.param(all.map((one) => Number(one.isSeen)))}::int[],
          ${sql.param(all.map((one) => one.deliveredAt))}::float8[]
        ) noted (member_id, ad_id, is_served, is_seen, at)
        join ad_marks m on m.member_id = noted.member_id and m.ad_id = noted.ad_id
      ),
        marked as (
          update ad_marks m
          set views = m.views + is_served::int, served_at = ${now()},
            counted_at = case when is_served then ${now()} else m.counted_at end,
            seen_at = case when is_seen then ${now()} else m.seen_at end,
            day_views = case when m.day = ${today()} then m.day_views else 0 end + is_served::int,
            day = ${today()}
          from counted
          where counted.member_id = m.member_id and counted.ad_id = m.ad_id
        ),
        totals as (
          select counted.ad_id, count(*) filter (where is_served)::int as served,
            count(*) filter (where is_seen)::int as seen
          from counted
          group by counted.ad_id
          having bool_or(is_served or is_seen)
        ),
        billed as (
          update ads a
          set used = a.used + one.billed, unbilled = a.unbilled + one.seen - one.billed,
            last_shown_on = ${today()}
          from (
            select shown.id, case shown.model when 'views' then totals.seen else 0 end as seen,
              case
                when shown.model = 'views' and ${isRunning(sql`shown`)}
                then greatest(
                  0,
                  least(
                    totals.seen, shown.bought - shown.used,
                    shown.daily_limit - coalesce(stats.seen, 0)
                  )
                )
                else 0
              end as billed
            from totals
            join ads shown on shown.id = totals.ad_id
            left join ad_daily_stats stats on stats.ad_id = shown.id and stats.day = ${today()}
            where (shown.model = 'views' and totals.seen > 0)
              or shown.last_shown_on is distinct from ${today()}
          ) one
          where a.id = one.id
        )
      insert into ad_daily_stats as stats (ad_id, day, served, seen)
      select totals.ad_id, ${today()}, totals.served, totals.seen
      from totals
      order by totals.ad_id
      on conflict (ad_id, day) do update
      set served = stats.served + excluded.served, seen = stats.seen + excluded.seen`);
  });
}
