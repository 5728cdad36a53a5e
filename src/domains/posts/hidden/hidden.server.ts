import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { factColumns } from '#domains/posts/post-facts.server.ts';
import { mayHidePost, type PostFacts } from '#domains/posts/posts.rules.ts';
import type { Hidden } from '#domains/posts/posts.schema.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { toWireType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

export type HiddenType = 'post' | 'member';

/** Hides a post, or all posts of one member, from the member's feed. */
export async function hideItem(member: Member, type: HiddenType, id: number): Promise<Hidden> {
  const authorId = type === 'member' ? await findOther(member, id) : await findHideable(member, id);
  await db.execute(
    sql`
      insert into hidden_items (member_id, type, item_id)
      values (${member.id}, ${type}, ${id})
      on conflict
      do nothing`,
  );
  return {
    undo: {
      name: 'undo',
      label: 'Undo',
      url: 'advancedactivity/feeds/un-hide-item',
      urlParams: { type: toWireType(type), id },
    },
    ...(authorId === null
      ? {}
      : {
          hide_all: {
            name: 'hide_all',
            label: 'Hide All',
            url: 'advancedactivity/feeds/hide-item',
            urlParams: { type: toWireType('member'), id: authorId },
          },
        }),
  };
}

async function findOther(member: Member, id: number): Promise<number> {
  if (id === member.id) throw invalid('You cannot hide yourself.', 'id');
  const [found] = await db.execute(
    sql`select 1 from members m where m.id = ${id} and ${visibleAuthor(member, sql`m.id`)}`,
  );
  if (!found) throw notFound();
  return id;
}

/** The author of a post to hide; null if it is in the name of a page. */
async function findHideable(member: Member, id: number): Promise<number | null> {
  const [post] = await db.execute<PostFacts & Record<string, unknown>>(sql`
    select ${factColumns(member, sql`posts`)}
    from posts
    where ${posts.id} = ${id} and ${visibleTo(member)}`);
  if (!post) throw notFound();
  if (!mayHidePost(member, post)) throw invalid('You cannot hide your own post.', 'id');
  return post.subjectType === 'member' ? post.authorId : null;
}

/** Not found if it was not hidden. */
export async function unhideItem(member: Member, type: HiddenType, id: number): Promise<void> {
  const deleted = await db.execute(
    sql`
      delete from hidden_items
      where member_id = ${member.id} and type = ${type} and item_id = ${id}
      returning 1`,
  );
  if (!deleted.length) throw notFound();
}
