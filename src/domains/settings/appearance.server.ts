import type { Member } from '#domains/policy/viewer.ts';
import { db, type Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { AppearanceInput } from './settings.schema.ts';

/** Saves the setting that belongs to the member; theme and motion belong to the browser. */
export async function saveAppearance(
  member: Member,
  { autoplay }: AppearanceInput,
  tx: Tx | typeof db = db,
): Promise<void> {
  await tx.execute(sql`
    insert into member_settings (member_id, autoplays_videos)
    values (${member.id}, ${autoplay === 'on'})
    on conflict (member_id)
    do update set autoplays_videos = excluded.autoplays_videos`);
}
