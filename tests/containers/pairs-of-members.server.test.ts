import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment, deleteComment, editComment } from '#domains/comments/comments.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import { leaveContainer } from '#domains/containers/membership/memberships.server.ts';
import { banMember, removeMember } from '#domains/containers/membership/removals.server.ts';
import { changeRole } from '#domains/containers/membership/staff.server.ts';
import { decideReports } from '#domains/moderation/queue/queue.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { createOrPend } from '#domains/posts/pending/pending-posts.server.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import type { PostTarget } from '#domains/posts/writing/post-target.server.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { createReview, editReview } from '#domains/sitepages/reviews/reviews.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs, stopJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addPage } from '../sitepages/page-world.ts';
import { outcome, runPairs, type Write } from '../support/pairs-of-writes.ts';
import { addMember, givePassword, setStatus } from '../support/people.ts';
import { addContainerPost, addMembership } from './container-world.ts';

// A member writes in a container while the membership or the account changes (docs/locking.md).

/** A member of a page, where each of two has a post with a comment of the other. */
interface World {
  owner: Member;
  member: Member;
  page: { type: 'page'; id: number };
  /** By the member, with a comment by the other. */
  post: number;
  comment: number;
  /** By the other, with a comment by the member. */
  otherPost: number;
  ownComment: number;
  review: number;
}

let host: Member;
let password: string;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 100_000;
  await startJobs([]);
  host = await addMember({ name: 'Hera', role: 'admin' });
  password = await givePassword(host);
});
afterAll(() => stopJobs());

const review = {
  rating: 5,
  title: 'Fine',
  body: 'A fine club.',
  pros: '',
  cons: '',
  isRecommended: true,
};

const add = async () => {
  const member = await addMember();
  await db.execute(sql`
    update members
    set password_hash = model.password_hash, created_at = now() - interval '60 days'
    from members model
    where model.id = ${host.id} and members.id = ${member.id}`);
  return member;
};

const commentOn = (member: Member, post: number, body = 'Hello') =>
  addComment(db, member, { type: 'post', id: post }, { body }, '');

async function newWorld(): Promise<World> {
  const [owner, member, other] = [await add(), await add(), await add()];
  const page = { type: 'page' as const, id: await addPage(owner) };
  for (const one of [member, other]) await addMembership(page, one, { isFollowing: true });
  const [post, otherPost] = [
    await addContainerPost(page, member),
    await addContainerPost(page, other),
  ];
  await db.execute(sql`
    insert into reports (reporter_id, subject_type, subject_id, author_id, category, content)
    values (
      ${host.id}, 'post', ${post}, ${member.id}, 'spam',
      '{ "path": "/", "body": "", "isPublic": true }'
    )`);
  return {
    owner,
    member,
    page,
    post,
    comment: (await commentOn(other, post)).comment_id,
    otherPost,
    ownComment: (await commentOn(member, otherPost)).comment_id,
    review: (await createReview(member, page.id, review)).id,
  };
}

const byMember: Record<string, Write<World>> = {
  comment: ({ member, otherPost }) => outcome(commentOn(member, otherPost)),
  reply: ({ member, post, comment }) =>
    outcome(
      addComment(db, member, { type: 'post', id: post }, { body: 'Yes', replyToId: comment }, ''),
    ),
  editComment: ({ member, ownComment }) =>
    outcome(editComment(member, ownComment, 'Other', undefined, '')),
  deleteComment: ({ member, ownComment }) => outcome(deleteComment(member, ownComment)),
  react: ({ member, otherPost }) => outcome(react(member, 'post', otherPost, 1)),
  likePage: ({ member, page }) => outcome(react(member, 'page', page.id, 1)),
  post: ({ member, page }) =>
    outcome(
      db.transaction((tx) =>
        createOrPend(tx, member, {
          body: 'Hm',
          uri: '',
          audience: 'everyone',
          tagged: [],
          target: page as PostTarget,
        }),
      ),
    ),
  deletePost: ({ member, post }) => outcome(deletePost(member, post)),
  editReview: ({ member, page, review: id }) =>
    outcome(editReview(member, page.id, id, { ...review, rating: 1 })),
  leave: ({ member, page }) => outcome(leaveContainer(member, page)),
};

const aboutMember: Record<string, Write<World>> = {
  removeComment: ({ owner, ownComment }) => outcome(deleteComment(owner, ownComment)),
  removePost: ({ post }) =>
    outcome(decideReports(host, { decision: 'remove', type: 'post', id: post } as never)),
  remove: ({ owner, member, page }) => outcome(removeMember(owner, page, member.id)),
  ban: ({ owner, member, page }) =>
    outcome(banMember(owner, page, member.id, { until: null, reason: '' })),
  promote: ({ owner, member, page }) => outcome(changeRole(owner, page, member.id, roles.admin)),
  suspend: ({ member }) => outcome(setStatus(member, 'suspended')),
  endAccount: ({ member }) => outcome(deleteAccount(member, password)),
};

test('each write of the tables succeeds alone', async () => {
  const refused: string[] = [];
  for (const [name, write] of Object.entries({ ...byMember, ...aboutMember })) {
    const { status, text } = await write(await newWorld());
    if (status >= 300) refused.push(`${name}: ${status} ${text}`);
  }
  expect(refused).toEqual([]);
});

test('no write by a member and one about the member deadlock', { timeout: 300_000 }, async () => {
  const pairs = Object.keys(byMember).flatMap((one) =>
    Object.keys(aboutMember).map((second) => [one, second] as const),
  );
  const failed = await runPairs(pairs, async (one, second) => {
    const world = await newWorld();
    return Promise.all([byMember[one]!(world), aboutMember[second]!(world)]);
  });
  expect(failed).toEqual([]);
});
