import { readableContainer } from '#domains/containers/container-access.server.ts';
import { visibleAuthor } from '#domains/policy/audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { factColumns } from '#domains/posts/post-facts.server.ts';
import { mayHidePost, type PostFacts, type PostSubject } from '#domains/posts/posts.rules.ts';
import type { Hidden } from '#domains/posts/posts.schema.ts';
import { posts } from '#domains/posts/posts.table.ts';
import { visibleTo } from '#domains/posts/visibility.server.ts';
import { db } from '#server/db.ts';
import { invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { hiddenView } from './hidden.views.server.ts';

export type HiddenType = 'post' | PostSubject;
type Author = { type: PostSubject; id: number };

/** Hides a post, or all posts of one author, from the member's feed. */
export async function hideItem(member: Member, type: HiddenType, id: number): Promise<Hidden> {
  const author =
    type === 'post' ? await findAuthor(member, id) : await findHideable(member, { type, id });
  await db.execute(
    sql`
      insert into hidden_items (member_id, type, item_id)
      values (${member.id}, ${type}, ${id})
      on conflict
      do nothing`,
  );
  return hiddenView({ type, id }, author);
}

/** An author other than the member: somebody, or a container that the member may read. */
async function findHideable(member: Member, author: Author): Promise<Author> {
  const { type, id } = author;
  if (type === 'member' && id === member.id) throw invalid('You cannot hide yourself.', 'id');
  const [found] = await db.execute(
    type === 'member'
      ? sql`
        select 1
        from members m
        where m.id = ${id}
          and ${visibleAuthor(member, sql`m.id`)}`
      : sql`
        select 1
        from containers c
        where c.type = ${type}
          and c.id = ${id}
          and ${readableContainer(member, sql`c`)}`,
  );
  if (!found) throw notFound();
  return author;
}

/** The author of a post to hide. */
async function findAuthor(member: Member, id: number): Promise<Author> {
  const [post] = await db.execute<PostFacts & Author & Record<string, unknown>>(sql`
    select ${factColumns(member, sql`posts`)}, ${posts.subjectType} as type,
      ${posts.subjectId}::float8 as id
    from posts
    where ${posts.id} = ${id}
      and ${visibleTo(member)}`);
  if (!post) throw notFound();
  if (!mayHidePost(member, post)) throw invalid('You cannot hide your own post.', 'id');
  return { type: post.type, id: post.id };
}

/** Not found if it was not hidden. */
export async function unhideItem(member: Member, type: HiddenType, id: number): Promise<void> {
  const deleted = await db.execute(
    sql`
      delete from hidden_items
      where member_id = ${member.id}
        and type = ${type}
        and item_id = ${id}
      returning 1`,
  );
  if (!deleted.length) throw notFound();
}
