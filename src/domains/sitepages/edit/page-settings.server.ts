import { roles } from '#domains/containers/container-access.rules.ts';
import { writeAuditEntry } from '#domains/containers/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import {
  orderedApps,
  pageActions,
  type PageAction,
  type PageApp,
} from '#domains/sitepages/sitepages.rules.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { changeAsAdmin } from './page-changes.server.ts';

export interface PageNotificationSettings {
  isNotified: boolean;
  isMailed: boolean;
  actions: PageAction[];
}

/** The member's own settings for a page that they belong to. */
export async function readNotificationSettings(
  member: Member,
  id: number,
): Promise<PageNotificationSettings> {
  await readPageAsStaff(member, id, roles.member);
  const [row] = await db.execute<PageNotificationSettings & Record<string, unknown>>(sql`
    select is_notified as "isNotified", is_mailed as "isMailed", actions
    from page_notification_settings
    where page_id = ${id} and member_id = ${member.id}`);
  return row ?? { isNotified: true, isMailed: true, actions: [...pageActions] };
}

export async function saveNotificationSettings(
  member: Member,
  id: number,
  { isNotified, isMailed, actions }: PageNotificationSettings,
): Promise<void> {
  await readPageAsStaff(member, id, roles.member);
  await db.execute(sql`
    insert into page_notification_settings (page_id, member_id, is_notified, is_mailed, actions)
    values (${id}, ${member.id}, ${isNotified}, ${isMailed}, ${sql.param(actions)}::text[])
    on conflict (page_id, member_id) do update
    set is_notified = excluded.is_notified, is_mailed = excluded.is_mailed,
      actions = excluded.actions`);
}

/** Shows or hides a tab of the page, or moves it one place. */
export const setApp = (
  member: Member,
  id: number,
  app: PageApp,
  { isEnabled, move }: { isEnabled?: boolean; move?: 'up' | 'down' },
): Promise<void> =>
  changeAsAdmin(member, id, async ({ tx, container }) => {
    const [row] = await tx.execute<{ hidden: string[]; order: string[] }>(sql`
      select hidden_apps as hidden, app_order as "order" from sitepages where id = ${id}`);
    const others = row!.hidden.filter((one) => one !== app);
    const isHidden = isEnabled === undefined ? row!.hidden.includes(app) : !isEnabled;
    const order = move ? moved(orderedApps(row!.order), app, move) : row!.order;
    await tx.execute(sql`
      update sitepages
      set hidden_apps = ${sql.param(isHidden ? [...others, app] : others)}::text[],
        app_order = ${sql.param(order)}::text[]
      where id = ${id}`);
    await writeAuditEntry(tx, container, member.id, { action: 'set_parts', details: { app } });
  });

/** One place to the front or the back; the first and the last stay. */
function moved(apps: PageApp[], app: PageApp, move: 'up' | 'down'): PageApp[] {
  const from = apps.indexOf(app);
  const to = from + (move === 'up' ? -1 : 1);
  const other = apps[to];
  return from < 0 || !other ? apps : apps.with(from, other).with(to, app);
}
