import { beforeAll, describe, expect, test } from 'vitest';
import { listContainerSitemapPage } from '#domains/containers/sitemap.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { createPost } from '#domains/posts/writing/create-post.server.ts';
import type { WallType } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMedia, addMember, addPost } from '../support/people.ts';
import { addContainerPost } from './container-world.ts';
import {
  addWorld,
  everybody,
  settle,
  type MatrixWorld,
  type Setting,
  type Who,
} from './matrix-people.ts';
import {
  addFilledAlbum,
  findReported,
  isAlbumFound,
  isInArchive,
  isInHomeFeed,
  isInPhotoFeed,
  isNotified,
  memberOutputs,
  namedOutputs,
  publicOutputs,
  reporting,
  visitorOutputs,
  writes,
  type WrittenPost,
} from './post-outputs.ts';

let count = 0;

/** A text mentions ten at most: each of both posts leaves others out. */
const unmentioned: Record<'first' | 'again', Who[]> = {
  first: ['staff', 'requested'],
  again: ['stranger', 'invited'],
};
const mentions = (people: MatrixWorld['people'], left: Who[]) =>
  Object.entries(people)
    .flatMap(([who, { username }]) =>
      who === 'author' || left.includes(who as Who) ? [] : [`@${username}`],
    )
    .join(' ');

/** Writes a post while everybody may read it, and everything that refers to it. */
async function write({ wall, people }: MatrixWorld, setting: Setting): Promise<WrittenPost> {
  const word = `quince${(count += 1)}`;
  const text = `A ${word} #${word} ${mentions(people, unmentioned.first)}`;
  const { feed } = await createPost(db, people.author, {
    body: text,
    audience: setting.audience ?? 'everyone',
    tagged: [],
    uri: '',
    target: wall,
  });
  const id = feed.action_id;
  const mediaId = await addMedia(people.author, id);
  await db.execute(sql`update posts set type = 'post_self_photo' where id = ${id}`);
  const shareId = await addPost(await addMember(), { sharedId: id });
  const commenter = await addMember();
  await db.execute(sql`
    insert into live_changes (subject_type, subject_id, actor_id, kind, changed_at)
    values ('post', ${id}, ${commenter.id}, 'comments', now())`);
  return { id, wall, word, mediaId, shareId, commenter };
}

/** Writes a post in the name of the container, with a video. */
async function writeNamed({ wall, people }: MatrixWorld, post: WrittenPost): Promise<WrittenPost> {
  const id = await addContainerPost(wall, people.owner, { inItsName: true });
  return { ...post, id, mediaId: await addMedia(people.owner, id, { kind: 'video' }) };
}

type Ways<One> = Record<string, (viewer: One, post: WrittenPost) => Promise<boolean>>;

/**
 * The viewers who find the post, by each of the ways to it.
 * @param inTurn for ways that write: a queue of writers would wait longer than the pool allows
 */
async function findersOf<One extends Viewer>(
  viewers: Array<[Who, One]>,
  ways: Ways<One>,
  post: WrittenPost,
  { inTurn = false } = {},
): Promise<Record<string, Who[]>> {
  const found: Record<string, Who[]> = {};
  for (const [name, way] of Object.entries(ways)) {
    const asked: Array<Promise<boolean>> = [];
    for (const [, viewer] of viewers) {
      asked.push(way(viewer, post));
      if (inTurn) await asked.at(-1);
    }
    const isFound = await Promise.all(asked);
    found[name] = viewers.flatMap(([who], index) => (isFound[index] ? [who] : []));
  }
  return found;
}

/** The same readers for every way. */
const each = (ways: object, readers: Who[]) =>
  Object.fromEntries(Object.keys(ways).map((name) => [name, readers]));

/**
 * Every viewer and every way to a post of a kind of wall or container, in each of its settings: the
 * post is found by all ways or by none.
 * @param thorough settings that are also asked about feeds, notices and writing, whose statements
 *   are the same for every kind
 */
export function testMatrix(type: WallType, settings: Setting[], thorough = settings): void {
  const isWall = type === 'member';
  // Two connections: each plans every statement once, which takes longer than running them all.
  beforeAll(() => void Object.assign(env(), { RATE_LIMIT_SCALE: 1_000, DATABASE_POOL: 2 }));

  describe.each(settings)(`on a ${type} $name:`, (setting) => {
    let world: MatrixWorld;
    let post: WrittenPost;
    let named: WrittenPost;
    let album: number;
    let members: Array<[Who, Member]>;
    const { readers, parent } = setting;
    // In an archive all is archived.
    const state = parent?.state ?? setting.state ?? 'open';
    const testThoroughly = thorough.includes(setting) ? test : () => undefined;
    const isBannedFromParent = (who: Who) => parent?.banned?.includes(who as never) === true;
    const inOrder = (some: Who[]) =>
      world.viewers.flatMap(([who]) => (some.includes(who) ? [who] : []));

    /** Friends of the author, who mentions those not left out, and on a wall its owner. */
    const notified = (some: Who[], left: Who[]) =>
      inOrder(some).filter((who) =>
        isWall ? who === 'owner' : !['visitor', 'author', 'blocker', ...left].includes(who),
      );

    beforeAll(async () => {
      world = await addWorld(type, parent !== undefined);
      if (!isWall) album = await addFilledAlbum(world.people.owner, world.wall);
      post = await write(world, setting);
      if (!isWall) named = await writeNamed(world, post);
      await settle(world, setting);
      members = world.viewers.filter((one): one is [Who, Member] => isMember(one[1]));
    });

    test('readers of the post', async () => {
      expect(await findersOf(world.viewers, publicOutputs, post)).toEqual(
        each(publicOutputs, inOrder(readers)),
      );
      const inMember = inOrder(readers).filter((who) => who !== 'visitor');
      const found = await findersOf(members, memberOutputs, post);
      // The live stream knows ids of its members and not who moderates, so it sends them less.
      if (isWall && setting.profile === 'friends') found['the live stream'] = inMember;
      expect(found).toEqual(each(memberOutputs, inMember));
      for (const [name, way] of Object.entries(visitorOutputs))
        expect(await way(post), name).toBe(readers.includes('visitor'));
    });

    testThoroughly('members with it in home feed, notifications and archive', async () => {
      const own: Who[] = ['owner', 'author', 'member', 'staff', 'admin', 'follower'];
      const inFeed = isWall ? readers : readers.filter((who) => own.includes(who));
      const membersOfFeed = inOrder(inFeed).filter((who) => who !== 'visitor');
      const ways = { isInHomeFeed, isInPhotoFeed, isNotified, isInArchive };
      expect(await findersOf(members, ways, post)).toEqual({
        isInHomeFeed: membersOfFeed,
        isInPhotoFeed: membersOfFeed,
        isNotified: notified(readers, unmentioned.first),
        isInArchive: ['author'],
      });
    });

    testThoroughly('members who comment, react and report', async () => {
      const mayWrite = state === 'open' ? readers : [];
      const writers = inOrder(mayWrite).filter(
        (who) => who !== 'visitor' && who !== 'banned' && !isBannedFromParent(who),
      );
      expect(await findersOf(members, writes, post, { inTurn: true })).toEqual(
        each(
          writes,
          isWall ? inOrder([...writers, ...readers]).filter((who) => who !== 'visitor') : writers,
        ),
      );
      const reporters = inOrder(readers).filter((who) => who !== 'visitor' && who !== 'author');
      expect(await findersOf(members, { reporting }, post, { inTurn: true })).toEqual({
        reporting: reporters,
      });
      const reported = await findReported(world.people.siteModerator, post);
      expect(reported?.report_count ?? 0).toBe(reporters.length);
      if (reported)
        expect([reported.is_public, reported.body?.includes(post.word) ?? false]).toEqual(
          readers.includes('visitor') ? [1, true] : [0, false],
        );
    });

    testThoroughly('members who are notified of another post there', async () => {
      if (state !== 'open') return;
      const { feed } = await createPost(db, world.people.author, {
        body: `Again ${mentions(world.people, unmentioned.again)}`,
        audience: setting.audience ?? 'everyone',
        tagged: [],
        uri: '',
        target: world.wall,
      });
      const rows = await db.execute<{ id: number }>(sql`
        select distinct n.recipient_id as id
        from notifications n
        where n.subject_type = 'post' and n.subject_id = ${feed.action_id}`);
      const recipients = rows.map(({ id }) => Number(id));
      const readersNow = setting.isFromBefore || parent?.isFromBefore ? everybody : readers;
      expect(members.flatMap(([who, { id }]) => (recipients.includes(id) ? [who] : []))).toEqual(
        notified(readersNow, unmentioned.again),
      );
    });

    // The blocker has blocked the author of the post, and not the owner, who made the rest.
    const seers: Who[] = readers.includes('member') ? [...readers, 'blocker'] : readers;

    test.skipIf(isWall)('viewers of its albums', async () => {
      const isFound = await Promise.all(
        world.viewers.map(([, viewer]) => isAlbumFound(viewer, album, world.wall)),
      );
      const found = world.viewers.flatMap(([who], index) => (isFound[index] ? [who] : []));
      expect(found).toEqual(inOrder(seers));
    });

    test.skipIf(isWall)('readers of a post in its name, with a video', async () => {
      expect(await findersOf(world.viewers, namedOutputs, named)).toEqual(
        each(namedOutputs, inOrder(seers)),
      );
    });

    test.skipIf(isWall)('whether the sitemap names it', async () => {
      const entries = (await listContainerSitemapPage(1)) ?? [];
      const { isListed = true, visibility = 'everyone' } = setting;
      const isPublic = [visibility, parent?.visibility ?? visibility].every(
        (one) => one === 'everyone',
      );
      const isNamed = isPublic && isListed && (state === 'open' || state === 'archived');
      // Groups have their posts one step further.
      const paths = entries.map(({ path }) => path.replace(/\/posts$/, ''));
      expect(paths.includes(itemPath(type, world.wall.id)!)).toBe(isNamed);
    });
  });
}
