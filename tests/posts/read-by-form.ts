import type { Viewer } from '#domains/policy/viewer.ts';
import { formOf, visibleAs } from '#domains/posts/post-forms.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

/** Ids of the posts that the rules of their form alone show to the viewer. */
export async function readByForm(viewer: Viewer): Promise<Set<number>> {
  const form = formOf(sql`posts`);
  const rows = await db.execute<{ id: number; isOther: boolean }>(sql`
    select posts.id,
      (${form} is distinct from 'ownWall' and ${visibleAs(viewer, 'ownWall')})
        or (${form} is distinct from 'inContainer' and ${visibleAs(viewer, 'inContainer')})
        as "isOther"
    from posts
    where case ${form}
      when 'ownWall' then ${visibleAs(viewer, 'ownWall')}
      when 'inContainer' then ${visibleAs(viewer, 'inContainer')}
      else ${visibleAs(viewer, undefined)}
    end`);
  // The rules of a form show no post of another.
  if (rows.some(({ isOther }) => isOther)) throw new Error('A post of another form was shown.');
  return new Set(rows.map(({ id }) => id));
}
