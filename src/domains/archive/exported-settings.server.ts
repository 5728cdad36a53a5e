import type { SQL } from 'drizzle-orm';
import { entriesOf } from '#server/domain.ts';
import type { ExportedSettings } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /** Tables of choices with a column `member_id`, for `settings.json`. */
    exportedSettings?: Record<string, ExportedSettings>;
  }
}

/** Choices in tables of domains that declare none themselves. */
const ownSettings: Record<string, ExportedSettings> = {
  member_settings: {
    key: `''`,
    columns: [
      'profile_audience',
      'friends_audience',
      'is_indexed',
      'is_findable',
      'friend_requests_from',
      'messages_from',
      'wall_posts_from',
      'mentions_from',
      'shows_typing',
      'shows_read_receipts',
      'autoplays_videos',
      'hides_invite_banner',
      'hidden_activity_types',
    ],
  },
  notification_preferences: { key: 't.type', columns: ['type', 'in_app', 'email', 'push'] },
  notification_settings: {
    key: `''`,
    columns: ['is_push_on', 'quiet_from', 'quiet_to', 'paused_until', 'reminder'],
  },
  notification_mutes: {
    key: 't.context_type || t.context_id',
    columns: ['context_type', 'context_id', 'muted_at'],
  },
  story_mutes: { key: 't.owner_id', columns: ['owner_id'] },
  dismissed_suggestions: { key: 't.dismissed_id', columns: ['dismissed_id'] },
  hidden_items: { key: 't.type || t.item_id', columns: ['type', 'item_id', 'created_at'] },
};

/** Every table of settings with the columns that the archive has. */
export const exportedSettings = (): ReadonlyMap<string, ExportedSettings> =>
  new Map([...Object.entries(ownSettings), ...entriesOf('exportedSettings')]);

/** All choices of the member, from every table of settings. */
export const settings = (id: number): SQL =>
  sql.join(
    [...exportedSettings()].map(([table, { key, columns }]) => {
      const pairs = columns.map((column) => `'${column}', t.${column}`).join(', ');
      return sql`
        select ${sql.raw(`'${table} ' || ${key}`)},
          json_build_object(
            'of', ${sql.raw(`'${table}'`)}, 'chosen', json_build_object(${sql.raw(pairs)})
          )
        from ${sql.identifier(table)} t
        where t.member_id = ${id}`;
    }),
    sql` union all `,
  );
