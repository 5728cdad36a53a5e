import { beforeEach, describe, expect, test } from 'vitest';
import { addComment, deleteComment, editComment } from '#domains/comments/comments.server.ts';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import { changeRole } from '#domains/containers/membership/staff.server.ts';
import {
  settleSuccession,
  settleSuspendedOwners,
} from '#domains/containers/ownership/succession.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { approvePendingPost, createOrPend } from '#domains/posts/pending/pending-posts.server.ts';
import { deletePost, readPost, toggleComments } from '#domains/posts/posts.server.ts';
import { deleteVideo, editVideo } from '#domains/posts/video/video-changes.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, setStatus } from '../support/people.ts';
import {
  addContainer,
  addContainerPost,
  addMembership,
  queue,
  waitForQueue,
} from './container-world.ts';

let owner: Member;
let bo: Member;
beforeEach(async () => {
  moveClock(0);
  [owner, bo] = [await addMember(), await addMember()];
});

const change = (post: number, comment: number) => [
  () => editPost(bo, post, { body: 'Changed' }),
  () => editComment(bo, comment, 'Changed', undefined, ''),
];

async function write(group: { type: string; id: number }) {
  await addMembership(group, bo);
  const post = await addContainerPost(group, bo, { body: 'Hello' });
  const subject = { type: 'post', id: post } as const;
  const { comment_id } = await addComment(db, bo, subject, { body: 'Nice' }, '');
  for (const attempt of change(post, comment_id)) await attempt();
  return { post, comment: comment_id };
}

test('whoever was banned from an open group changes neither posts nor comments there', async () => {
  const group = await addContainer(owner);
  const { post, comment } = await write(group);
  await banMember(owner, group, bo.id, { until: null, reason: '' });
  for (const attempt of change(post, comment))
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthorized' });
});

test.each(['everyone', 'members'] as const)(
  'the author of a post and a comment deletes them after a ban (posts for %s)',
  async (visibility) => {
    const group = await addContainer(owner, { visibility });
    const { post, comment } = await write(group);
    const subject = { type: 'post', id: await addContainerPost(group, owner) } as const;
    const answer = await addComment(db, bo, subject, { body: 'Late' }, '');
    await banMember(owner, group, bo.id, { until: null, reason: '' });
    const stranger = await addMember();
    if (visibility === 'members') {
      await expect(readPost(bo, post)).rejects.toMatchObject({ code: 'no_record' });
      await expect(editComment(bo, comment, 'Other', undefined, '')).rejects.toMatchObject({
        code: 'no_record',
      });
    }
    const refused = { code: visibility === 'members' ? 'no_record' : 'unauthorized' };
    await expect(deletePost(stranger, post)).rejects.toMatchObject(refused);
    await expect(deleteComment(stranger, comment)).rejects.toMatchObject(refused);
    await deleteComment(bo, answer.comment_id);
    await deleteComment(bo, comment);
    await deletePost(bo, post);
    const total = await db.execute(sql`
      select count from comment_totals where subject_type = 'post' and subject_id = ${subject.id}`);
    expect(total.filter(({ count }) => count !== 0)).toEqual([]);
    await expect(readPost(owner, post)).rejects.toMatchObject({ code: 'no_record' });
  },
);

describe('a change of a post of a page', () => {
  const prepare = async () => {
    const page = await addContainer(owner, { type: 'page' });
    await addMembership(page, bo, { role: 10 });
    const post = await addContainerPost(page, owner, { inItsName: true });
    const video = await addMedia(owner, post, { kind: 'video' });
    return { page, post, video };
  };
  type World = Awaited<ReturnType<typeof prepare>>;
  const changes: Record<string, (world: World) => Promise<unknown>> = {
    'its text': ({ post }) => editPost(bo, post, { body: 'Changed' }),
    'its switches': ({ post }) => toggleComments(bo, post),
    'its video': ({ video }) => editVideo(bo, video, { title: 'Changed' }),
    'the deletion of its video': ({ video }) => deleteVideo(bo, video),
    'its deletion': ({ post }) => deletePost(bo, post),
  };

  test.each(Object.keys(changes))(
    'is not for a moderator who is demoted meanwhile: %s',
    async (name) => {
      const world = await prepare();
      const demote = () => changeRole(owner, world.page, bo.id, 0);
      expect(await queue(world.page, [demote, () => changes[name]!(world)])).toEqual([true, false]);
      expect(await readPost(owner, world.post)).toMatchObject({
        feed: { body: 'In here', attachment_count: 1 },
        can_comment: 1,
      });
    },
  );

  test.each(Object.keys(changes))('locks the page before the post: %s', async (name) => {
    const world = await prepare();
    let change: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from containers where id = ${world.page.id} for update`);
      change = changes[name]!(world);
      await waitForQueue(1);
      await tx.execute(sql`select from posts where id = ${world.post} for update nowait`);
    });
    await change;
  });
});

test('an archive is read-only for authors too', async () => {
  const group = await addContainer(owner);
  const { post, comment } = await write(group);
  await db.execute(sql`
    update containers set state = 'archived' where type = 'group' and id = ${group.id}`);
  for (const attempt of [...change(post, comment), () => toggleComments(bo, post)])
    await expect(attempt()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('an approved post stays as it was approved', async () => {
  const group = await addContainer(owner, { postPolicy: 'approval' });
  await addMembership(group, bo);
  const target = { type: 'group', id: group.id } as const;
  const draft = { body: 'Nice', audience: 'everyone' as const, tagged: [], uri: '', target };
  const created = await db.transaction((tx) => createOrPend(tx, bo, draft));
  const { pending_id: pendingId } = created as { pending_id: number };
  const [{ version }] = (await db.execute(sql`
    select version from pending_posts where id = ${pendingId}`)) as unknown as [
    { version: number },
  ];
  const { feed } = await approvePendingPost(owner, pendingId, version);
  await expect(editPost(bo, feed.action_id, { body: 'Other' })).rejects.toThrow(
    'Posts wait for approval here',
  );
  expect(await toggleComments(bo, feed.action_id)).toBe(false);
});

test('a draft whose owner leaves is not published by the succession', async () => {
  const page = await addContainer(owner, { type: 'page', state: 'draft' });
  const post = await addContainerPost(page, owner, { inItsName: true });
  await db.transaction((tx) => settleSuccession(tx, owner.id));
  for (const viewer of [bo, visitor])
    await expect(readPost(viewer, post)).rejects.toMatchObject({ code: 'no_record' });
});

test('an owner suspended for 60 days keeps the part in groups of others, not the own ones', async () => {
  const own = await addContainer(owner);
  await addMembership(own, bo, { role: 20 });
  const other = await addContainer(bo);
  await addMembership(other, owner, { role: 10 });
  await setStatus(owner, 'suspended');
  moveClock(61 * 24 * 3_600);
  await settleSuspendedOwners();
  const memberships = await db.execute(sql`
    select id::int, state, role
    from memberships
    where type = 'group' and member_id = ${owner.id} and id in (${own.id}, ${other.id})
    order by id`);
  expect(memberships).toEqual([
    { id: own.id, state: 'member', role: 0 },
    { id: other.id, state: 'member', role: 10 },
  ]);
});
