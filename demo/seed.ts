import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import { demoContainers } from '#app/container-demos.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { connect } from '#server/db.ts';
import type { Storage } from '#server/storage/storage.ts';
import { loadAds } from './ads.ts';
import { loadAlbums } from './albums.ts';
import { live } from './community.ts';
import { loadContainers } from './containers.ts';
import { preparePictures } from './drawing/pool.ts';
import { storePictures } from './drawing/store.ts';
import { setSequences, stripTables } from './load/bulk.ts';
import { copyRows, toRow } from './load/copy.ts';
import { detailColumns, detailRows } from './people/details.ts';
import { inventFriends, type Friends } from './people/friends.ts';
import { countPictures, dress, inventMembers, type SeedMember } from './people/members.ts';
import { loadPhotoActivity } from './photo-activity.ts';
import { columns, memberRow, settingsRows, type Batch } from './posts/rows.ts';
import { silent, type Progress } from './progress.ts';
import { createRandom, type Random } from './random.ts';
import { loadStories } from './stories.ts';
import { loadNotifications, loadTalks } from './talks.ts';
import { openedAt } from './timeline.ts';

export interface SeedOptions {
  databaseUrl: string;
  dataDir: string;
  members: number;
  posts: number;
  seed: string;
  /** End of the community's history; by default the database's clock. */
  now?: number;
  progress?: Progress;
  /** Storage of pictures; by default the media folder of `dataDir`. */
  store?: Storage;
}

interface People {
  members: SeedMember[];
  friends: Friends;
  passwordHash: string;
  random: Random;
  progress: Progress;
}

/** An error the user can fix: one line, no stack. */
export class SeedProblem extends Error {}

type Client = Sql<{ bigint: number }>;
type Transaction = TransactionSql<{ bigint: number }>;

const password = 'hearthside demo';
const loaded = [
  'members',
  'member_settings',
  'profile_details',
  'friendships',
  'media',
  'posts',
  'attachments',
  'post_tags',
  'comments',
  'reactions',
  'comment_totals',
  'reaction_totals',
];
/** The order of sending does not matter, for foreign keys come back at the end. */
const order: Array<keyof Batch> = [
  'posts',
  'media',
  'attachments',
  'post_tags',
  'comments',
  'reactions',
];
const counted = ['members', 'media', 'posts', 'attachments', 'comments', 'stories'];

/** Fills an empty database in one transaction: after a crash it is empty again. */
export async function seedCommunity(options: SeedOptions): Promise<void> {
  const progress = options.progress ?? silent;
  const { client } = connect(options.databaseUrl, {
    max: 1,
    statementTimeout: 0,
    applicationName: 'hearth-seed',
  });
  try {
    await checkEmpty(client);
    const now = options.now ?? (await databaseTime(client));
    const random = createRandom(`hearth/${options.seed}`);
    const members = inventMembers(options.members, random.fork('members'), openedAt, now);
    const counts = countPictures(members, options.posts, demoContainers);
    const { store } = options;
    const mediaFolder = join(options.dataDir, store ? 'demo-pictures' : 'media');
    const pictures = await preparePictures(mediaFolder, options.seed, counts, (done, all) =>
      progress.show('drawing pictures', done, all),
    );
    dress(members, pictures);
    progress.end('pictures');
    const passwordHash = await hashPassword(password);
    await client.begin(async (tx) => {
      await prepare(tx);
      const restore = await stripTables(tx, loaded);
      const friends = inventFriends(members, random.fork('friends'), now);
      await loadPeople(tx, {
        members,
        friends,
        passwordHash,
        random: random.fork('details'),
        progress,
      });
      progress.end('members and friends');
      await loadPosts(
        tx,
        live({ members, friends, pictures, posts: options.posts, now, random }),
        options.posts,
        progress,
      );
      progress.end('posts and answers');
      await countTotals(tx);
      await restore();
      await fillSearch(tx);
      await loadStories(tx, { members, friends, pictures, now, random: random.fork('stories') });
      await setSequences(tx, counted);
      await loadTalks(tx, members, friends, now);
      await loadNotifications(tx, now);
      progress.end('messages and notifications');
      await loadAlbums(tx, { members, pictures, random: random.fork('albums'), now });
      await loadPhotoActivity(tx, {
        members,
        mediaFolder,
        random: random.fork('profile photos'),
        now,
      });
      progress.end('albums');
      await loadContainers(tx, {
        members,
        pictures,
        random: random.fork('containers'),
        now,
      });
      progress.end('containers');
      await loadAds(tx, { random: random.fork('ads'), now });
      if (store)
        await storePictures(tx, mediaFolder, store, (done, all) =>
          progress.show('storing pictures', done, all),
        );
      if (store) progress.end('stored pictures');
      const { seed, posts } = options;
      await tx`
        insert into site_state (key, value)
        values (
          'demo_seeded',
          ${JSON.stringify({ seed, members: members.length, posts, now: new Date(now) })}
        )
        on conflict (key)
        do update set value = excluded.value, updated_at = now()`;
    });
    progress.end('indexes and totals');
    // The planner needs counts, and index-only scans need to know that the rows are settled.
    const written = [
      'post_words',
      'search_vocabulary',
      'stories',
      'story_views',
      'albums',
      'album_photos',
      'containers',
      'container_words',
      'memberships',
    ];
    await client.unsafe(`vacuum (analyze) ${[...loaded, ...written].join(', ')}`);
    progress.end('statistics');
    if (store) await rm(mediaFolder, { recursive: true, force: true });
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function checkEmpty(sql: Client | Transaction) {
  let found;
  try {
    [found] = await sql<Array<{ hasMembers: boolean; marker: string | null }>>`
      select exists (select from members) as "hasMembers",
        (select value from site_state where key = 'demo_seeded') as marker`;
  } catch (error) {
    if ((error as { code?: string }).code === '42P01')
      throw new SeedProblem(
        'The database has no tables yet: run "node scripts/migrate.ts" (npm start does it by itself) and seed again.',
      );
    throw error;
  }
  if (found!.hasMembers)
    throw new SeedProblem(
      'This database already has ' +
        `members${found!.marker ? `, the demo community (${found!.marker})` : ''}. The demo ` +
        'community goes into an empty database only.',
    );
}

async function databaseTime(sql: Client): Promise<number> {
  const [row] = await sql<
    Array<{ now: number }>
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  return Math.floor(row!.now);
}

async function prepare(tx: Transaction) {
  await tx`set local idle_in_transaction_session_timeout = 0`;
  await tx`set local lock_timeout = '10s'`;
  await tx`set local maintenance_work_mem = '256MB'`;
  await tx`set local work_mem = '128MB'`;
  const [lock] = await tx<
    Array<{ taken: boolean }>
  >`select pg_try_advisory_xact_lock(hashtext('hearth:seed')) as taken`;
  if (!lock!.taken) throw new SeedProblem('Another seeding of this database is running.');
  // Nobody signs up while the tables are filled.
  await tx`lock table members in access exclusive mode`;
  await checkEmpty(tx);
}

async function loadPeople(
  tx: Transaction,
  { members, friends, passwordHash, random, progress }: People,
) {
  await copyRows(
    tx,
    'members',
    columns.members,
    members.map((member) => memberRow(member, passwordHash)),
  );
  await copyRows(tx, 'member_settings', columns.member_settings, members.flatMap(settingsRows));
  await copyRows(tx, 'profile_details', detailColumns, detailRows(members, random));
  let rows: string[] = [];
  for (let index = 0; index < members.length; index++) {
    // In the order of the key.
    for (const friend of [...friends.of[index]!].sort((a, b) => a - b))
      rows.push(toRow([index + 1, friend + 1, new Date(friends.since(index, friend))]));
    if (rows.length > 100_000 || index === members.length - 1) {
      await copyRows(tx, 'friendships', columns.friendships, rows);
      rows = [];
      progress.show('members and friends', index, members.length);
    }
  }
}

/** While one batch is on its way to the database, the next is being written. */
async function loadPosts(
  tx: Transaction,
  batches: ReturnType<typeof live>,
  count: number,
  progress: Progress,
) {
  let loading = Promise.resolve();
  try {
    for await (const { batch, done } of batches) {
      await loading;
      loading = (async () => {
        for (const table of order) await copyRows(tx, table, columns[table], batch[table]);
      })();
      // A failure is thrown where it is awaited.
      loading.catch(() => {});
      progress.show('posts and answers', done, count);
    }
  } finally {
    await loading;
  }
}

async function fillSearch(tx: Transaction) {
  const restore = await stripTables(tx, ['post_words']);
  await tx`
    insert into post_words (post_id, post_sort_key, words)
    select id, sort_key, to_tsvector('simple', folded(body)) || container_word(object_type, object_id)
    from posts
    order by sort_key`;
  await restore();
  await tx`
    insert into search_vocabulary (word)
    select word
    from ts_stat('select words from post_words')
    where word ~ '^[[:alpha:]]{3,40}$'
    order by word`;
}

/** The triggers that keep these were off. All members are active, so every row counts. */
async function countTotals(tx: Transaction) {
  await tx`
    insert into reaction_totals (subject_type, subject_id, kind, count)
    select subject_type, subject_id, kind, count(*)
    from reactions
    group by 1, 2, 3
    order by 1, 2, 3`;
  await tx`
    insert into comment_totals (subject_type, subject_id, count)
    select subject_type, subject_id, count(*)
    from comments
    group by 1, 2
    order by 1, 2`;
}
