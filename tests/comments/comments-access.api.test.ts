import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import {
  addMember,
  addPost,
  befriend,
  block,
  setStatus,
  unfriend,
  type PostOptions,
} from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

// Permissions on a post's comments and reactions: every call, every kind of caller, before and
// after each change.

const people = {} as Record<
  'owner' | 'friend' | 'member' | 'blocker' | 'blocked' | 'moderator',
  Member
>;
type Person = keyof typeof people | 'visitor';

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  for (const name of ['owner', 'friend', 'member', 'blocker', 'blocked'] as const)
    people[name] = await addMember({ name });
  people.moderator = await addMember({ name: 'moderator', role: 'moderator' });
  await befriend(people.owner, people.friend);
  // A block overrides friendship.
  for (const name of ['blocker', 'blocked'] as const) await befriend(people.owner, people[name]);
  await block(people.blocker, people.owner);
  await block(people.owner, people.blocked);
});

function as(person: Person | Member) {
  if (typeof person !== 'string') return { as: person };
  return person === 'visitor' ? {} : { as: people[person] };
}

interface World {
  id: number;
  /** A comment of the owner. */
  top: number;
}

async function addWorld(options: PostOptions = {}): Promise<World> {
  const id = await addPost(people.owner, options);
  const { body } = await send(
    'POST',
    '/advancedactivity/comment',
    { action_id: id, body: 'Mine' },
    as('owner'),
  );
  return { id, top: body.comment_id as number };
}

const subject = (id: number) => ({ subject_type: 'activity_action', subject_id: id });
/** Every call that reads, and every call that writes. */
const reads: Array<[path: string, fields: (world: World) => Fields]> = [
  ['/advancedactivity/feeds/likes-comments', ({ id }) => ({ action_id: id })],
  [
    '/advancedactivity/feeds/likes-comments',
    ({ id }) => ({ action_id: id, viewAllLikes: 1, viewAllComments: 0 }),
  ],
  [
    '/advancedactivity/feeds/likes-comments',
    ({ id, top }) => ({ action_id: id, comment_id: top, viewAllLikes: 1 }),
  ],
  ['/likes-comments', ({ id }) => ({ ...subject(id), viewAllLikes: 1 })],
  ['/advancedcomments/likes-comments', ({ id }) => subject(id)],
];
const writes: Array<[path: string, fields: (world: World) => Fields]> = [
  ['/advancedactivity/comment', ({ id }) => ({ action_id: id, body: 'x' })],
  ['/advancedactivity/comment', ({ id, top }) => ({ action_id: id, body: 'x', comment_id: top })],
  ['/comment-create', ({ id }) => ({ ...subject(id), body: 'x' })],
  ['/advancedcomments/comment', ({ id }) => ({ ...subject(id), body: 'x' })],
  ['/advancedcomments/reply', ({ id, top }) => ({ action_id: id, body: 'x', comment_id: top })],
  ['/advancedactivity/like', ({ id }) => ({ action_id: id })],
  ['/advancedactivity/like', ({ top }) => ({ comment_id: top })],
  ['/like', ({ id }) => subject(id)],
  ['/like', ({ id, top }) => ({ ...subject(id), comment_id: top })],
  ['/advancedcomments/like', ({ id }) => subject(id)],
  ['/advancedactivity/unlike', ({ id }) => ({ action_id: id })],
  ['/advancedactivity/unlike', ({ top }) => ({ comment_id: top })],
  ['/unlike', ({ id }) => subject(id)],
  ['/advancedcomments/unlike', ({ id, top }) => ({ ...subject(id), comment_id: top })],
];

async function expectAll(
  person: Person | Member,
  world: World,
  status: { read: number; write: number },
) {
  for (const [path, fields] of reads)
    expect([path, (await send('GET', path, fields(world), as(person))).status]).toEqual([
      path,
      status.read,
    ]);
  for (const [path, fields] of writes)
    expect([path, (await send('POST', path, fields(world), as(person))).status]).toEqual([
      path,
      status.write,
    ]);
}
const all = { read: 200, write: 200 };
const nothing = { read: 404, write: 404 };

describe('as each of them', () => {
  const everybody: Person[] = ['owner', 'friend', 'member', 'moderator', 'blocker', 'blocked'];
  const tomorrow = new Date(Date.now() + 86_400_000);
  test.each<[string, PostOptions, Person[]]>([
    ['everyone', { audience: 'everyone' }, ['owner', 'friend', 'member', 'moderator']],
    ['friends', { audience: 'friends' }, ['owner', 'friend']],
    ['onlyme', { audience: 'onlyme' }, ['owner']],
    ['scheduled', { audience: 'everyone', publishedAt: tomorrow }, ['owner']],
  ])('a post for %s', async (_, options, allowed) => {
    const world = await addWorld(options);
    for (const person of everybody)
      await expectAll(person, world, allowed.includes(person) ? all : nothing);
    await expectAll('visitor', world, { read: allowed.includes('member') ? 200 : 404, write: 401 });
  });

  test.each(['pending', 'suspended', 'deleted'] as const)(
    'a member whose account is %s has no access',
    async (status) => {
      const world = await addWorld();
      const person = await addMember();
      await expectAll(person, world, all);
      await setStatus(person, status);
      await expectAll(person, world, { read: 401, write: 401 });
    },
  );
});

describe('after', () => {
  test('unfriending, narrowing and blocking apply to the next request', async () => {
    const friend = await addMember();
    await befriend(people.owner, friend);
    const world = await addWorld({ audience: 'friends' });
    await expectAll(friend, world, all);
    await unfriend(people.owner, friend);
    await expectAll(friend, world, nothing);
    await befriend(people.owner, friend);
    await expectAll(friend, world, all);
    await block(people.owner, friend);
    await expectAll(friend, world, nothing);
    const open = await addWorld();
    await expectAll('member', open, all);
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${open.id}`);
    await expectAll('member', open, nothing);
    await expectAll('visitor', open, { read: 404, write: 401 });
  });

  test('deleting the post, or suspending its author', async () => {
    const world = await addWorld();
    await send('DELETE', '/advancedactivity/delete', { action_id: world.id }, as('owner'));
    for (const person of ['owner', 'member'] as const) await expectAll(person, world, nothing);
    const author = await addMember();
    const id = await addPost(author);
    const { body } = await send(
      'POST',
      '/advancedactivity/comment',
      { action_id: id, body: 'x' },
      { as: author },
    );
    await setStatus(author, 'suspended');
    await expectAll('member', { id, top: body.comment_id as number }, nothing);
  });

  test('a deleted comment takes no reply or like and is not listed', async () => {
    const world = await addWorld();
    await send('DELETE', '/comment-delete', { comment_id: world.top }, as('owner'));
    for (const [path, fields] of [...reads, ...writes]) {
      const isOfComment = Object.keys(fields(world)).includes('comment_id');
      const method = reads.some(([, read]) => read === fields) ? 'GET' : 'POST';
      expect([path, (await send(method, path, fields(world), as('member'))).status]).toEqual([
        path,
        isOfComment ? 404 : 200,
      ]);
    }
  });
});

describe('changing', () => {
  const change = (person: Person | Member, world: World, comment_id: number) =>
    Promise.all([
      send('POST', '/advancedcomments/reply-edit', { comment_id, body: 'changed' }, as(person)),
      send(
        'POST',
        '/advancedcomments/reply-edit',
        { comment_id, body: 'changed', action_id: world.id },
        as(person),
      ),
      send('DELETE', '/comment-delete', { comment_id, action_id: world.id + 1 }, as(person)),
    ]).then((answers) => answers.map(({ status }) => status));

  const writtenIn = async ({ id }: World): Promise<number> =>
    (await send('POST', '/advancedactivity/comment', { action_id: id, body: 'x' }, as('member')))
      .body.comment_id;
  test('only the author edits a comment', async () => {
    const world = await addWorld();
    const comment_id = await writtenIn(world);
    expect(await change('member', world, comment_id)).toEqual([200, 200, 404]);
    for (const person of ['owner', 'friend', 'moderator'] as const)
      expect(await change(person, world, comment_id)).toEqual([401, 401, 404]);
    expect(await change('visitor', world, comment_id)).toEqual([401, 401, 401]);
    for (const person of ['blocker', 'blocked'] as const)
      expect(await change(person, world, comment_id)).toEqual([404, 404, 404]);
  });

  test('the author, the post’s owner and a moderator delete a comment', async () => {
    const world = await addWorld();
    const comment_id = await writtenIn(world);
    const remove = async (person: Person, id: number) =>
      (await send('DELETE', '/comment-delete', { comment_id: id }, as(person))).status_code;
    expect([
      await remove('friend', comment_id),
      await remove('blocked', comment_id),
      await remove('visitor', comment_id),
    ]).toEqual([401, 404, 401]);
    expect([
      await remove('member', comment_id),
      await remove('owner', await writtenIn(world)),
      await remove('moderator', await writtenIn(world)),
    ]).toEqual([204, 204, 204]);
  });

  test('a comment hidden by a block is changed by nobody, and deleted by its author alone', async () => {
    const world = await addWorld();
    const foe = await addMember();
    const { body } = await send(
      'POST',
      '/advancedactivity/comment',
      { action_id: world.id, body: 'x' },
      { as: foe },
    );
    await block(foe, people.owner);
    expect(
      await send('DELETE', '/comment-delete', { comment_id: body.comment_id }, as('owner')),
    ).toMatchObject({ status: 404 });
    const change = { comment_id: body.comment_id, body: 'y' };
    expect(await send('POST', '/comment-edit', change, { as: foe })).toMatchObject({ status: 404 });
    // Their own comment is hidden from them with the post; it can be taken back nevertheless.
    expect(
      await send('DELETE', '/comment-delete', { comment_id: body.comment_id }, { as: foe }),
    ).toMatchObject({ status_code: 204 });
  });

  test('one of 50 concurrent deletions succeeds', async () => {
    const world = await addWorld();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send('DELETE', '/comment-delete', { comment_id: world.top }, as('owner')),
      ),
    );
    expect(answers.filter(({ status_code }) => status_code === 204)).toHaveLength(1);
    expect(
      (
        await send(
          'GET',
          '/advancedactivity/feeds/likes-comments',
          { action_id: world.id },
          as('owner'),
        )
      ).body.getTotalComments,
    ).toBe(0);
  });
});

test('a shared post hides the comments on an original that its reader may not see', async () => {
  const world = await addWorld({ audience: 'friends' });
  await send(
    'POST',
    '/advancedactivity/comment',
    { action_id: world.id, body: 'Among friends' },
    as('friend'),
  );
  await send('POST', '/advancedactivity/like', { action_id: world.id }, as('friend'));
  const share = await addPost(people.friend, { sharedId: world.id });
  const answer = await send('GET', '/advancedactivity/feeds', { action_id: share }, as('member'));
  expect(answer.status).toBe(200);
  expect(answer.text).not.toMatch(/Among friends|"like_count":[1-9]|"comment_count":[1-9]/);
});

test('no writing call accepts a GET, which other sites can make a browser send', async () => {
  const world = await addWorld();
  for (const [path, fields] of writes)
    expect([path, (await send('GET', path, fields(world), as('member'))).status]).toEqual([
      path,
      400,
    ]);
});
