import type { SQL } from 'drizzle-orm';
import { sql } from '#server/sql.ts';
import type { ActivityType } from './activity-types.rules.ts';

/** Whether the member shares this type of activity. */
export const sharesActivity = (member: SQL, type: ActivityType): SQL =>
  sql`
    not exists (
      select from member_settings s
      where s.member_id = ${member} and ${type} = any (s.hidden_activity_types)
    )`;
