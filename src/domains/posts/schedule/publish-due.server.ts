import type { SQL } from 'drizzle-orm';
import type { Audience } from '#domains/policy/audience.rules.ts';
import { createOrPend } from '#domains/posts/pending/pending-posts.server.ts';
import type { PostTarget } from '#domains/posts/writing/post-target.server.ts';
import {
  absentAuthor,
  waitingColumns,
  waitingContent,
  type WaitingPost,
} from '#domains/posts/writing/waiting-post.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import { errorFields, log } from '#server/log.ts';
import { sql } from '#server/sql.ts';

export const publishQueue = 'publish-scheduled-posts';

interface DueRow extends WaitingPost {
  id: number;
  audience: Audience;
  target: PostTarget | null;
}

/**
 * Deletes and returns the next due post that no other process is publishing. Posts of inactive
 * authors stay.
 */
const nextDue = (passed: number[]): SQL => sql`
  delete from scheduled_posts s
  using members m
  where m.id = s.author_id
    and s.id = (
      select due.id
      from scheduled_posts due
      join members author on author.id = due.author_id and author.status = 'active'
      where due.publish_at <= ${now()}
        and due.refused_at is null
        and due.id <> all (${sql.param(passed)}::bigint[])
      order by due.publish_at, due.id
      limit 1
      for update of due skip locked
    )
  returning s.id, s.audience, ${waitingColumns('scheduled', sql`s`, sql`m`)},
    case
      when s.target_type is not null then json_strip_nulls(
        json_build_object('type', s.target_type, 'id', s.target_id, 'isInItsName', s.is_in_its_name)
      )
    end as target`;

/** The author may not post there any more, or not that: trying again changes nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError &&
  ['unauthorized', 'no_record', 'validation_fail'].includes(error.code);

/** Publishes due posts, each in its own transaction that deletes the row and writes the post. */
export async function publishDue(): Promise<void> {
  const failed: number[] = [];
  let problem: unknown;
  for (let isDone = false; !isDone;) {
    let current: number | undefined;
    try {
      isDone = await db.transaction(async (tx) => {
        const [row] = await tx.execute<DueRow>(nextDue(failed));
        if (!row) return true;
        current = row.id;
        const { audience, target } = row;
        await createOrPend(tx, absentAuthor(row), {
          ...waitingContent(row),
          audience,
          target: target ?? undefined,
          isScheduled: true,
        });
        return false;
      });
    } catch (error) {
      if (current === undefined) throw error;
      if (isRefusal(error)) {
        // Unless its author has chosen another time meanwhile.
        await db.execute(sql`
          update scheduled_posts
          set refused_at = ${now()}
          where id = ${current} and publish_at <= ${now()}`);
        continue;
      }
      log('warn', 'scheduled post', { schedule: current, ...errorFields(error) });
      failed.push(current);
      problem = error;
    }
  }
  // A failing post does not block the others; the job is retried.
  if (problem) throw problem;
}
