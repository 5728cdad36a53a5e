import { sql, type SQL } from 'drizzle-orm';
import type { NewsType } from './news.rules.ts';

/** Whether that member wants such news to be told. */
export const tellsOf = (member: SQL, type: NewsType): SQL =>
  sql`
    not exists (
      select from member_settings s where s.member_id = ${member} and ${type} = any (s.untold_news)
    )`;
