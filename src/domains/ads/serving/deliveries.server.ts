import { countedEachHours } from '#domains/ads/ads.rules.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { today } from './ad-days.server.ts';

// Views are noted in memory and written together each second, so that no page waits for them. Those of
// a killed process are lost, which costs the host and never the advertiser.

interface Noted {
  memberId: number;
  adId: number;
  isServed: boolean;
  isSeen: boolean;
}

const flushMilliseconds = 1_000;
/** More views in one second are not counted. */
const maxNoted = 20_000;

let noted = new Map<string, Noted>();
let placements = 0;
let timer: NodeJS.Timeout | undefined;

function startTimer(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    flushDeliveries().catch((error: unknown) =>
      log('warn', 'views of ads not counted', errorFields(error)),
    );
  }, flushMilliseconds).unref();
}

function note(memberId: number, adId: number, what: Partial<Noted>): void {
  const key = `${memberId} ${adId}`;
  const one = noted.get(key) ?? { memberId, adId, isServed: false, isSeen: false };
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
export const noteSeen = (memberId: number, adId: number): void =>
  note(memberId, adId, { isServed: true, isSeen: true });

/**
 * Writes what was noted, rows in the order of their keys so that two processes never deadlock. Each
 * member and ad, a delivery and a view count once an hour. Views over what was bought are unbilled.
 */
export async function flushDeliveries(): Promise<void> {
  const [all, slots] = [[...noted.values()], placements];
  noted = new Map();
  placements = 0;
  if (slots)
    await db.execute(sql`
      insert into ad_traffic as t (hour, placements)
      values (date_trunc('hour', ${now()}, 'Etc/UTC'), ${slots})
      on conflict (hour) do update set placements = t.placements + excluded.placements`);
  if (!all.length) return;
  const before = sql`${now()} - make_interval(hours => ${countedEachHours})`;
  await db.execute(sql`
    with noted as (
      select one.member_id, one.ad_id, one.is_served, one.is_seen
      from unnest(
        ${sql.param(all.map((one) => one.memberId))}::bigint[],
        ${sql.param(all.map((one) => one.adId))}::bigint[],
        ${sql.param(all.map((one) => Number(one.isServed)))}::int[],
        ${sql.param(all.map((one) => Number(one.isSeen)))}::int[]
      ) one (member_id, ad_id, is_served, is_seen)
      join members m on m.id = one.member_id
      join ads a on a.id = one.ad_id
    ),
      old as (
        select m.member_id, m.ad_id, m.counted_at, m.seen_at
        from ad_marks m
        join noted using (member_id, ad_id)
        order by m.member_id, m.ad_id
        for update of m
      ),
      counted as materialized (
        select noted.member_id, noted.ad_id,
          noted.is_served = 1 and (old.counted_at is null or old.counted_at <= ${before}) as is_served,
          noted.is_seen = 1 and (old.seen_at is null or old.seen_at <= ${before}) as is_seen,
          noted.is_served = 1 as is_delivered
        from noted
        left join old using (member_id, ad_id)
      ),
      marked as (
        insert into ad_marks as m (
          member_id, ad_id, views, served_at, counted_at, seen_at, day, day_views
        )
        select member_id, ad_id, is_served::int, case when is_delivered then ${now()} end,
          case when is_served then ${now()} end, case when is_seen then ${now()} end, ${today()},
          is_served::int
        from counted
        order by member_id, ad_id
        on conflict (member_id, ad_id) do update
        set views = m.views + excluded.views,
          served_at = coalesce(excluded.served_at, m.served_at),
          counted_at = coalesce(excluded.counted_at, m.counted_at),
          seen_at = coalesce(excluded.seen_at, m.seen_at),
          day_views = case when m.day = excluded.day then m.day_views else 0 end
            + excluded.day_views,
          day = excluded.day
        returning 1
      ),
      totals as (
        select ad_id, count(*) filter (where is_served)::int as served,
          count(*) filter (where is_seen)::int as seen
        from counted
        where (select count(*) from marked) > 0
        group by ad_id
        having bool_or(is_served or is_seen)
      ),
      billed as (
        update ads a
        set used = a.used + least(one.seen, a.bought - a.used),
          unbilled = a.unbilled + one.seen - least(one.seen, a.bought - a.used),
          last_shown_on = ${today()}
        from (
          select totals.ad_id, case locked.model when 'views' then totals.seen else 0 end as seen
          from totals
          join ads locked on locked.id = totals.ad_id
          where (locked.model = 'views' and totals.seen > 0)
            or locked.last_shown_on is distinct from ${today()}
          order by totals.ad_id
          for no key update of locked
        ) one
        where a.id = one.ad_id
        returning 1
      )
    insert into ad_daily_stats as stats (ad_id, day, served, seen)
    select totals.ad_id, ${today()}, totals.served, totals.seen
    from totals
    where (select count(*) from billed) >= 0
    order by totals.ad_id
    on conflict (ad_id, day) do update
    set served = stats.served + excluded.served, seen = stats.seen + excluded.seen`);
}
