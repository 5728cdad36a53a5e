import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db } from '#server/db.ts';
import { attemptEach } from '#server/prune.ts';
import { sql } from '#server/sql.ts';

export const packageEndQueue = 'page-package-end';

const reminderDays = sql.raw('7');
const atOnce = sql.raw('200');

/**
 * Reminds owners before the packages of their pages end, and moves pages to the default package
 * after that. Their content stays. Reads compare the time themselves, so a late job grants nothing.
 */
export async function settlePackages(): Promise<void> {
  await remindOwners();
  while (await endPackages());
}

/** Each page is the context of its own notification, hence a statement for each. */
async function remindOwners(): Promise<void> {
  const ending = await db.execute<{ id: number }>(sql`
    select p.id
    from sitepages p
    where p.package_until > ${now()}
      and p.package_until <= ${now()} + make_interval(days => ${reminderDays})
      and not p.is_package_reminded
    order by p.package_until, p.id`);
  await attemptEach(ending, ({ id }) =>
    db.execute(sql`
      with reminded as (
        update sitepages
        set is_package_reminded = true
        where id = ${id} and not is_package_reminded
        returning id
      ),
        ${notificationCtes(
          viewerFromColumn(sql`0::bigint`),
          sql`
            select c.owner_id, 'page_package_ends', 'page', c.id, 1, ${newOccasion()}
            from reminded
            join containers c on c.type = 'page' and c.id = reminded.id
            where c.owner_id is not null`,
          { isFromSite: true, context: sql`select 'page', ${id}::bigint` },
        )}
      select 1`),
  );
}

/** Some pages at a time, locked in the order of their ids. Returns whether there were any. */
const endPackages = (): Promise<boolean> =>
  retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      const locked = await tx.execute<{ id: number }>(sql`
        select c.id
        from containers c
        where c.type = 'page'
          and c.id in (
            select p.id
            from sitepages p
            where p.package_until <= ${now()}
            order by p.package_until, p.id
            limit ${atOnce}
          )
        order by c.id
        for update`);
      const ids = sql.param(locked.map(({ id }) => Number(id)));
      await tx.execute(sql`
        with ended as (
          update sitepages p
          set package_id = fallback.id, package_until = null, is_package_reminded = false
          from page_packages fallback
          where fallback.is_default
            and p.id = any (${ids}::bigint[])
            and p.package_until <= ${now()}
          returning p.id
        )
        insert into container_audit_log (type, id, action, created_at)
        select 'page', ended.id, 'end_package', ${now()}
        from ended`);
      return locked.length > 0;
    }),
  );
