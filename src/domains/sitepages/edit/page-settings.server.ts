import { notifyLevels, roles } from '#domains/containers/container-access.rules.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef, readPageAsStaff } from '#domains/sitepages/one-page.server.ts';
import {
  orderedApps,
  usualActions,
  type PageAction,
  type PageApp,
} from '#domains/sitepages/sitepages.rules.ts';
import { db } from '#server/db.ts';
import { forbidden } from '#server/errors.ts';
import { upsertRow } from '#server/rows.ts';
import { sql } from '#server/sql.ts';
import { changeAsAdmin } from './page-changes.server.ts';

export interface PageNotificationSettings {
  isNotified: boolean;
  isMailed: boolean;
  actions: PageAction[];
}

type StoredSettings = PageNotificationSettings &
  Record<'isPosted', boolean> &
  Record<string, unknown>;

/**
 * The member's own settings for a page that they belong to. Whether new posts notify is the level of
 * the membership, because that is what the job reads.
 */
export async function readNotificationSettings(
  member: Member,
  id: number,
): Promise<PageNotificationSettings> {
  await readPageAsStaff(member, id, roles.member);
  const [row] = await db.execute<StoredSettings>(sql`
    select coalesce(settings.is_notified, true) as "isNotified",
      coalesce(settings.is_mailed, true) as "isMailed",
      coalesce(settings.actions, ${sql.param(usualActions)}::text[]) as actions,
      ms.notify = ${notifyLevels.all} as "isPosted"
    from memberships ms
    left join page_notification_settings settings
      on settings.page_id = ms.id and settings.member_id = ms.member_id
    where ms.type = 'page'
      and ms.id = ${id}
      and ms.member_id = ${member.id}`);
  if (!row) return { isNotified: true, isMailed: true, actions: usualActions };
  const { isPosted, actions, ...choices } = row;
  const others = actions.filter((action) => action !== 'posted');
  return { ...choices, actions: isPosted ? ['posted', ...others] : others };
}

/** New posts notify whoever chose them, by the level of the membership that groups have as well. */
export const saveNotificationSettings = (
  member: Member,
  id: number,
  { isNotified, isMailed, actions }: PageNotificationSettings,
): Promise<void> =>
  changeContainer(member, pageRef(id), async ({ tx, membership }) => {
    if (membership?.state !== 'member') throw forbidden();
    const own = { pageId: id, memberId: member.id };
    await upsertRow(tx, 'page_notification_settings', own, {
      isNotified,
      isMailed,
      actions: sql`${sql.param(actions)}::text[]`,
    });
    const level = actions.includes('posted') ? notifyLevels.all : notifyLevels.highlights;
    await tx.execute(sql`
      update memberships
      set notify = ${level}
      where type = 'page' and id = ${id} and member_id = ${member.id}`);
  });

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
    const state = (hidden: boolean) => (hidden ? 'hidden' : 'shown');
    const position = (apps: string[]) => `position ${orderedApps(apps).indexOf(app) + 1}`;
    const [from, to] = move
      ? [position(row!.order), position(order)]
      : [state(row!.hidden.includes(app)), state(isHidden)];
    if (from !== to)
      await writeAuditEntry(tx, container, member.id, {
        action: 'set_parts',
        details: { app, from, to },
      });
  });

/** One place to the front or the back; the first and the last stay. */
function moved(apps: PageApp[], app: PageApp, move: 'up' | 'down'): PageApp[] {
  const from = apps.indexOf(app);
  const to = from + (move === 'up' ? -1 : 1);
  const other = apps[to];
  return from < 0 || !other ? apps : apps.with(from, other).with(to, app);
}
