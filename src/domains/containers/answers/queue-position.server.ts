import type { SQL } from 'drizzle-orm';
import { sql } from '#server/sql.ts';

/** The position of the answer `a` among those that wait; null: it does not. */
export const queuePosition = (a: SQL): SQL => sql`
  case
    when ${a}.queue_no is not null then (
      select count(*)::int
      from container_answers ahead
      where ahead.type = ${a}.type
        and ahead.item_id = ${a}.item_id
        and ahead.queue_no <= ${a}.queue_no
    )
  end`;
