import type { SQL } from 'drizzle-orm';
import { promotableTypes, type PromotableType } from '#domains/ads/ads.rules.ts';
import { joinCategory } from '#domains/ads/edit/liked-categories.server.ts';
import { findableContainer } from '#domains/containers/container-access.server.ts';
import { itemsOf, namedRows, wallId } from '#domains/containers/container-items.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { isContainerType } from '#lib/container-types.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { composeOnceWithClock, now, processTime } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { subjectRows } from '#server/subjects.ts';
import { today } from './ad-days.server.ts';
import type { RunningAd } from './choose-ads.rules.ts';

/** An ad of the pool, as it is shown. */
export interface PoolAd extends RunningAd {
  title: string;
  body: string;
  url: string;
  payer: string;
  picture: string | null;
  subject: { type: ItemType; id: number } | null;
  subjectPath: string;
  /** Title of the category of pages that the audience likes; '' for none. */
  categoryTitle: string;
}

interface Pool {
  areOn: boolean;
  ads: PoolAd[];
  /** By `processTime`. */
  loadedAt: number;
}

const maxAds = 1_000;
/** Renewed in the background when older, and waited for when it is as old as an ad may outlive its end. */
const renewAfter = 2_000;
const maxAge = 5_000;

/** A member of the site who belongs to nothing: what this viewer may not find is no target of ads. */
const anyMember = viewerFromColumn(sql`0::bigint`);

const ofType = (build: (type: (typeof promotableTypes)[number]) => SQL): SQL =>
  sql.join(
    promotableTypes.map((type) => sql`when ${sql.raw(`'${type}'`)} then ${build(type)}`),
    sql` `,
  );

/** Whether it is open and not over: a condition. */
function isOpen(type: (typeof promotableTypes)[number], id: SQL): SQL {
  if (!isContainerType(type)) return sql`true`;
  const named = namedRows(type, sql`led_to`);
  const isOver = named.isItem ? itemsOf(type)?.isOver?.(sql`i`) : undefined;
  return sql`
    exists (
      select from ${named.from}
      where led_to.type = ${sql.raw(`'${type}'`)}
        and ${named.id} = ${id}
        and led_to.state = 'open'
        and not ${isOver ?? sql`false`}
    )`;
}

/** Staff of what the ad `a` promotes if it is open and all members may find it; null for others. */
export const promotedStaff = (a: SQL): SQL => sql`
  case ${a}.subject_type
    ${ofType(
      (type) => sql`
        (
          select found.owner_ids
          from (${subjectRows(type)(anyMember, sql`${a}.subject_id`)}) found
          where ${isOpen(type, sql`${a}.subject_id`)}
        )`,
    )}
  end`;

/** The picture of the page, group or event that the ad `a` promotes. */
export const promotedPicture = (a: SQL): SQL => sql`
  case ${a}.subject_type
    ${ofType((type) => {
      if (!isContainerType(type)) return sql`null`;
      const named = namedRows(type, sql`promoted`);
      return sql`
        (
          select promoted.avatar from ${named.from}
          where promoted.type = ${sql.raw(`'${type}'`)} and ${named.id} = ${a}.subject_id
        )`;
    })}
  end`;

/**
 * The name of the page, group or event that the ad `a` promotes, while all members may know it; '' for
 * anything else.
 */
export const promotedTitle = (a: SQL): SQL => sql`
  coalesce(
    case ${a}.subject_type
      ${ofType((type) => {
        if (!isContainerType(type)) return sql`''`;
        const named = namedRows(type, sql`promoted`);
        return sql`
          (
            select ${named.title} from ${named.from}
            where promoted.type = ${sql.raw(`'${type}'`)}
              and ${named.id} = ${a}.subject_id
              and ${findableContainer(viewerFromColumn(sql`0::bigint`), sql`promoted`)}
          )`;
      })}
    end,
    ''
  )`;

const promotedContainer = (a: SQL): SQL => sql`
  case ${a}.subject_type
    ${ofType((type) =>
      isContainerType(type)
        ? sql`${sql.raw(`'${type} '`)} || ${wallId(type, sql`${a}.subject_id`)}`
        : sql`''`,
    )}
    else ''
  end`;

/** Whether the ad `a` may run at this time: a condition, apart from what it promotes. */
export const isRunning = (a: SQL): SQL => sql`
  (
    ${a}.state = 'active'
    and ${a}.live_version is not null
    and ${a}.starts_at <= ${now()}
    and (${a}.ends_at is null or ${a}.ends_at > ${now()})
    and (${a}.model = 'days' or ${a}.used < ${a}.bought)
    and (${a}.price = 0 or ${a}.paid_at is not null)
    and (
      ${a}.is_house
      or exists (select from members owner where owner.id = ${a}.owner_id and owner.status = 'active')
    )
    and (select settings.are_on from ad_settings settings)
  )`;

/** Those that run now behind this one, whatever is known of what they promote. */
const runningAds = composeOnceWithClock(
  (after: SQL) => sql`
    select a.id, a.campaign_id as "campaignId", v.version, a.owner_id as "ownerId",
      ${promotedContainer(sql`a`)} as container,
      a.model, a.price > 0 as "isPaid", a.is_house as "isHouse", a.bought, a.used,
      coalesce(case a.model when 'clicks' then stats.clicks else stats.seen end, 0) as "usedToday",
      a.daily_limit as "dailyLimit", extract(epoch from a.ends_at) * 1000 as "endsAt",
      v.title, v.body, v.url, v.payer, a.subject_path as "subjectPath",
      coalesce(v.picture, ${promotedPicture(sql`a`)}) as picture,
      case when a.subject_type is not null
        then json_build_object('type', a.subject_type, 'id', a.subject_id)
      end as subject,
      json_build_object(
        'location', v.location, 'categoryId', v.category_id, 'minAge', v.min_age, 'maxAge', v.max_age
      ) as audience,
      coalesce(category.title, '') as "categoryTitle"
    from ads a
    join ad_versions v on v.ad_id = a.id and v.version = a.live_version
    ${joinCategory(sql`v.category_id`)}
    left join ad_daily_stats stats on stats.ad_id = a.id and stats.day = ${today()}
    where a.id > ${after} and ${isRunning(sql`a`)}
    order by a.id
    limit ${maxAds}`,
  1,
);

type StaffStatement = ReturnType<typeof composeOnceWithClock>;
const staffStatements = new Map<string, StaffStatement>();

/** One statement for each type, which asks its domain alone. */
function staffStatement(type: PromotableType): StaffStatement {
  let statement = staffStatements.get(type);
  if (!statement) {
    statement = composeOnceWithClock(
      (ids: SQL) => sql`
        select item.id, staff.ids
        from unnest(${ids}::bigint[]) item (id)
        cross join lateral (
          select found.owner_ids as ids
          from (${subjectRows(type)(anyMember, sql`item.id`)}) found
          where ${isOpen(type, sql`item.id`)} and found.owner_ids is not null
          offset 0
        ) staff`,
      1,
    );
    staffStatements.set(type, statement);
  }
  return statement;
}

type RunningRow = Omit<PoolAd, 'staffIds'> & Record<string, unknown>;

/** Leaves out what promotes something that is closed or not for all members. */
async function withStaff(rows: RunningRow[]): Promise<PoolAd[]> {
  const promoted = rows.flatMap(({ subject }) => subject ?? []);
  const staff = new Map<string, number[]>();
  await Promise.all(
    [...Map.groupBy(promoted, ({ type }) => type)].map(async ([type, all]) => {
      const ids = [...new Set(all.map(({ id }) => id))];
      const found = await db.execute<{ id: number; ids: number[] }>(
        staffStatement(type as PromotableType)(sql.param(ids)),
      );
      for (const row of found) staff.set(`${type} ${row.id}`, row.ids.map(Number));
    }),
  );
  return rows.flatMap((row) => {
    const { subject } = row;
    const staffIds = subject ? staff.get(`${subject.type} ${subject.id}`) : [];
    return staffIds
      ? { ...row, staffIds, endsAt: row.endsAt === null ? null : Number(row.endsAt) }
      : [];
  });
}

/** Those that run now, for everybody: a statement, and one for each type of what they promote. */
async function readRunning(): Promise<PoolAd[]> {
  const ads: PoolAd[] = [];
  for (let after = 0; ;) {
    const rows = await db.execute<RunningRow>(runningAds(after));
    ads.push(...(await withStaff(rows)));
    if (rows.length < maxAds || ads.length >= maxAds) return ads.slice(0, maxAds);
    after = rows.at(-1)!.id;
  }
}

let pool: Pool | undefined;
let loading: Promise<Pool> | undefined;

async function load(): Promise<Pool> {
  const loadedAt = processTime();
  const [ads, settings] = await Promise.all([
    readRunning(),
    db.execute(sql`select from ad_settings where are_on`),
  ]);
  return { areOn: settings.length > 0, ads, loadedAt };
}

function renew(): Promise<Pool> {
  if (loading) return loading;
  const begun: Promise<Pool> = load()
    .then((loaded) => (loading === begun ? (pool = loaded) : loaded))
    .finally(() => {
      if (loading === begun) loading = undefined;
    });
  return (loading = begun);
}

/** As it was at most five seconds ago; without a query for most callers. */
async function recentPool(): Promise<Pool> {
  const age = pool ? processTime() - pool.loadedAt : Infinity;
  // Set back, a clock says nothing about an age.
  if (!pool || age > maxAge || age < 0) return renew();
  if (age > renewAfter)
    renew().catch((error: unknown) => log('warn', 'ads not read', errorFields(error)));
  return pool;
}

export const readPool = async (): Promise<PoolAd[]> => (await recentPool()).ads;
export const areAdsOn = async (): Promise<boolean> => (await recentPool()).areOn;

/** After a change by this process, so that whoever made it sees it at once. */
export function forgetPool(): void {
  pool = undefined;
  loading = undefined;
}
