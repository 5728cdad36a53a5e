import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkPassword } from '#domains/auth/passwords.server.ts';
import { avatarFile, avatarSizes } from '#lib/avatar-sizes.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { seedCommunity, SeedProblem } from '../../demo/seed.ts';
import { waitUntil } from '../../scripts/launch/processes.ts';
import { startBucket } from '../support/bucket.ts';
import { createTestDatabase } from '../support/database.ts';
import { filesBelow } from '../support/files.ts';

const now = Date.UTC(2026, 10, 21, 10, 30);
const opened = Date.UTC(2018, 10, 1);
/** The pictures of this one lie ready (demo/pictures). */
const seed = '1';
const size = { members: 30, posts: 200, now };
const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-seed-'));
const url = process.env.DATABASE_URL!;
const sql = postgresAt(url, { max: 2, onnotice: () => undefined });
type Connection = typeof sql;

const tables = [
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
  'reaction_totals',
  'comment_totals',
  'stories',
  'story_views',
  'albums',
  'album_photos',
  'containers',
  'memberships',
  'page_reviews',
  'container_daily_stats',
  'ads',
  'ad_daily_stats',
];

/** A digest of every row of every table. The password's salt is random. */
async function digests(on: Connection): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await on.unsafe(
      `
        select md5(string_agg(line, '|' order by line)) as digest
        from (select (to_jsonb(t) - 'password_hash')::text as line from ${table} t) lines`,
    );
    result[table] = String(row!.digest);
  }
  return result;
}

/** Everything that loading removes temporarily. */
async function scaffolding(on: Connection): Promise<string[]> {
  const rows = await on`
    select indexdef as line
    from pg_indexes
    where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
    from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text
    from pg_trigger
    where not tgisinternal
    order by 1`;
  return rows.map(({ line }) => String(line));
}

/** Expects no rows from a statement that selects violations. */
async function expectNone(statement: string) {
  expect([...(await sql.unsafe(`${statement} limit 5`))]).toEqual([]);
}

let before: string[];

beforeAll(async () => {
  before = await scaffolding(sql);
  await seedCommunity({ databaseUrl: url, dataDir, seed, ...size });
}, 240_000);

afterAll(async () => {
  await sql.end();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the rows', () => {
  test('have the requested numbers, which the marker records', async () => {
    const [counts] = await sql`
        select (select count(*)::int from members) as members,
          (select count(*)::int from posts where album_id is null and audience <> 'container') as posts,
          (select value from site_state where key = 'demo_seeded') as marker`;
    expect(counts).toMatchObject({ members: size.members, posts: size.posts });
    expect(JSON.parse(String(counts!.marker))).toEqual({
      seed,
      members: 30,
      posts: size.posts,
      now: new Date(now).toISOString(),
    });
  });

  test('are the same for the same seed, and different for another', async () => {
    const found: Array<Record<string, string>> = [];
    for (const name of [seed, seed, 'other']) {
      const database = await createTestDatabase();
      const filled = postgresAt(database.url, { max: 1, onnotice: () => undefined });
      const small = { members: 12, posts: 60, now };
      await seedCommunity({ databaseUrl: database.url, dataDir, seed: name, ...small });
      found.push(await digests(filled));
      await filled.end();
      await database.drop();
    }
    const [first, second, other] = found;
    expect(second).toEqual(first);
    // Settings depend on the member's number only.
    for (const table of tables.filter((name) => name !== 'member_settings'))
      expect(other![table], table).not.toBe(first![table]);
  }, 240_000);

  test('are counted exactly', async () => {
    await expectNone(`
      select *
      from reaction_totals
      full join (
        select subject_type, subject_id, kind, count(*)::int as found
        from reactions
        group by 1, 2, 3
      ) f using (subject_type, subject_id, kind)
      where count is distinct from found`);
    await expectNone(
      `
        select *
        from comment_totals
        full join (
          select subject_type, subject_id, count(*)::int as found
          from comments
          group by 1, 2
        ) f using (subject_type, subject_id)
        where count is distinct from found`,
    );
    await expectNone(
      `
        select id
        from posts p
        where attachment_count <> (
          select count(*)
          from attachments a
          where a.post_id = p.id
        )
          or tag_count <> (select count(*) from post_tags t where t.post_id = p.id)`,
    );
  });

  test('leave indexes, constraints and triggers unchanged, and sequences continue', async () => {
    expect(await scaffolding(sql)).toEqual(before);
    await sql
      .begin(async (tx) => {
        const [post] = await tx`
            insert into posts (author_id, subject_id, object_id, audience)
            values (1, 1, 1, 'everyone')
            returning id`;
        const [last] = await tx`select max(id) as id from posts where id < ${post!.id}`;
        expect(Number(post!.id)).toBe(Number(last!.id) + 1);
        const [member] = await tx`
            insert into members (email, username, first_name, last_name, displayname, password_hash)
            values ('x', 'x', 'x', 'x', 'x', 'x')
            returning id`;
        expect(Number(member!.id)).toBe(31);
        await tx`rollback`;
      })
      .catch(() => undefined);
  });
});

describe('the times', () => {
  test('run from November 2018 to now, with increasing post ids', async () => {
    const [range] = await sql`
        select extract(epoch from min(published_at)) * 1000 as first,
          extract(epoch from max(published_at)) * 1000 as last, min(id)::int as id
        from posts`;
    expect(Number(range!.first)).toBeGreaterThan(opened);
    expect(Number(range!.first)).toBeLessThan(opened + 90 * 86_400_000);
    expect(Number(range!.last)).toBeLessThan(now);
    expect(Number(range!.last)).toBeGreaterThan(now - 3_600_000);
    expect(range!.id).toBe(2);
    await expectNone(
      `
        select id
        from (
          select id, published_at, lag(published_at) over (order by id) as earlier
          from posts
          where album_id is null
            and audience <> 'container'
        ) p
        where published_at < earlier`,
    );
  });

  test('are consistent: nobody writes before joining, and replies follow their parent', async () => {
    const end = `'${new Date(now).toISOString()}'::timestamptz`;
    await expectNone(
      `select id from members where created_at > ${end} or last_login_at < created_at`,
    );
    await expectNone(
      'select p.id from posts p join members m on m.id = p.author_id where p.published_at < m.created_at',
    );
    await expectNone(
      `
        select c.id
        from comments c
        join posts p on p.id = c.subject_id
        left join comments parent on parent.id = c.parent_id
        where c.created_at <= p.published_at
          or c.created_at <= parent.created_at
          or c.created_at > ${end}`,
    );
    await expectNone(
      `
        select id
        from (
          select id, created_at, lag(created_at) over (partition by subject_id order by id) as earlier
          from comments
        ) c
        where created_at < earlier`,
    );
    await expectNone(
      `
        select p.id
        from reactions r
        join posts p on r.subject_type = 'post'
          and p.id = r.subject_id
        where r.created_at <= p.published_at
          or r.created_at > ${end}`,
    );
    await expectNone(
      `
        select 1
        from friendships f
        join members a on a.id = f.member_id
        join members b on b.id = f.friend_id
        where f.since < greatest(a.created_at, b.created_at)`,
    );
  });
});

describe('the people', () => {
  test('Ada and Bo exist and can log in', async () => {
    const known =
      await sql`select email, role, status, password_hash from members where id <= 2 order by id`;
    expect(known.map(({ email, role, status }) => [email, role, status])).toEqual([
      ['ada@hearth.example', 'member', 'active'],
      ['bo@hearth.example', 'member', 'active'],
    ]);
    expect(await checkPassword('hearthside demo', String(known[0]!.password_hash))).toEqual({
      fits: true,
      isOutdated: false,
    });
  });

  test('are friends in both directions', async () => {
    await expectNone(
      `
        select 1
        from friendships a
        where a.member_id = a.friend_id
          or not exists (
            select
            from friendships b
            where b.member_id = a.friend_id
              and b.friend_id = a.member_id
              and b.since = a.since
          )`,
    );
  });

  test('reply only to posts they may see', async () => {
    await expectNone(`
      select p.id
      from posts p
      join reactions r on r.subject_type = 'post'
        and r.subject_id = p.id
      where p.audience = 'onlyme'
        or (p.audience = 'friends' and not exists (
          select
          from friendships f
          where f.member_id = p.author_id
            and f.friend_id = r.member_id
        ))`);
    await expectNone(`
      select p.id
      from posts p
      join comments c on c.subject_type = 'post'
        and c.subject_id = p.id
      where p.audience = 'onlyme'
        or (p.audience = 'friends' and c.author_id <> p.author_id and not exists (
          select
          from friendships f
          where f.member_id = p.author_id
            and f.friend_id = c.author_id
        ))`);
    await expectNone(
      `
        select 1
        from post_tags t
        join posts p on p.id = t.post_id
        where not exists (
          select
          from friendships f
          where f.member_id = p.author_id
            and f.friend_id = t.member_id
        )`,
    );
    await expectNone(
      `
        select p.id
        from posts p
        join posts o on o.id = p.shared_id
        where o.audience <> 'everyone'
          or not o.can_share
          or o.shared_id is not null
          or o.id >= p.id`,
    );
  });

  test('write whole sentences', async () => {
    await expectNone(`select body from posts where body ~ '[{}⏎]' or body ~ '(^|[^a-z])undefined'`);
    await expectNone(`select body from comments where body ~ '[{}⏎<>]' or body ~ 'undefined'`);
    await expectNone(
      `select id from posts p where body = '' and attachment_count = 0 and shared_id is null`,
    );
  });
});

test('every picture has its files, a placeholder and a description', async () => {
  const media = join(dataDir, 'media');
  const photos = await sql`
    select coalesce(poster_hash, content_hash) as content_hash, variant_widths as widths,
      placeholder, alt, coalesce(details -> 'poster' ->> 'width', width::text)::int as width
    from media`;
  expect(photos.length).toBeGreaterThan(30);
  const films = await sql`select content_hash, byte_length from media where kind = 'video'`;
  expect(films.length).toBeGreaterThan(0);
  for (const { content_hash: hash, byte_length: length } of films)
    expect(statSync(join(media, String(hash).slice(0, 2), String(hash), 'video')).size).toBe(
      Number(length),
    );
  for (const { content_hash: hash, widths, placeholder, alt, width } of photos) {
    for (const name of [
      'original.webp',
      ...(widths as number[]).flatMap((one) => [`${one}.avif`, `${one}.webp`]),
    ])
      expect(existsSync(join(media, String(hash).slice(0, 2), String(hash), name)), name).toBe(
        true,
      );
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(String(placeholder).length).toBeLessThanOrEqual(400);
    expect(alt).toMatch(/^\S.{12,}/);
    expect(Math.max(...(widths as number[]))).toBeLessThanOrEqual(Number(width));
  }
  const shown = await sql`select unnest(array[avatar, cover]) as name from members`;
  const names = shown.flatMap(({ name }) => (name ? [String(name)] : []));
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect(existsSync(join(media, 'public', name)), name).toBe(true);
  }
});

test('the pictures are closed to other accounts of the machine', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-seed-'));
  onTestFinished(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  // Those of the community of a first start lie ready, readable by all.
  const child = spawn(process.execPath, ['scripts/seed.ts'], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder },
    stdio: 'inherit',
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(inside.length).toBeGreaterThan(100);
  expect(inside.filter((name) => statSync(join(folder, name)).mode & 0o077)).toEqual([]);
});

test('with a bucket every picture is stored there, and none in the data folder', async () => {
  const [bucket, database] = await Promise.all([startBucket(), createTestDatabase()]);
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-seed-'));
  onTestFinished(async () => {
    await bucket.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  // The pictures exist already; this tests where they are stored.
  cpSync(join(dataDir, 'media'), join(folder, 'demo-pictures'), { recursive: true });
  const child = spawn(
    process.execPath,
    ['scripts/seed.ts', '--members', '30', '--posts', '160', '--seed', seed],
    {
      env: { ...process.env, ...bucket.settings, DATABASE_URL: database.url, DATA_DIR: folder },
      stdio: 'inherit',
    },
  );
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  const filled = postgresAt(database.url, { max: 1, onnotice: () => undefined });
  const photos =
    await filled`select coalesce(poster_hash, content_hash) as hash, variant_widths as widths from media`;
  const films = await filled`select content_hash as hash from media where kind = 'video'`;
  const shown =
    await filled`select avatar, cover from members union all select avatar, cover from containers`;
  await filled.end();
  const folderOf = (hash: unknown) => `${String(hash).slice(0, 2)}/${String(hash)}`;
  const widthsOf = (widths: number[]) =>
    widths.flatMap((width) => [`${width}.avif`, `${width}.webp`]);
  const avatarNames = (name: string | null) =>
    name
      ? [name, ...avatarSizes.map((size) => avatarFile(name, size))].map((file) => `public/${file}`)
      : [];
  const names = new Set([
    ...photos.flatMap(({ hash, widths }) =>
      ['original.webp', ...widthsOf(widths as number[])].map((file) => `${folderOf(hash)}/${file}`),
    ),
    ...films.map(({ hash }) => `${folderOf(hash)}/video`),
    ...shown.flatMap(({ avatar, cover }) => [
      ...avatarNames(avatar),
      ...(cover ? [`public/${String(cover)}`] : []),
    ]),
  ]);
  expect(bucket.names()).toEqual([...names].sort());
  expect(filesBelow(folder)).toEqual([]);
}, 120_000);

test('posts about albums and profile photos show their photos, and friends like them', async () => {
  for (const type of ['profile_photo_update', 'album_photo_new']) {
    const [counted] = await sql`
        select count(*)::int as count, min(attachment_count)::int as least,
          max(attachment_count)::int as most
        from posts
        where type = ${type}`;
    expect(counted!.count).toBeGreaterThan(2);
    expect(counted).toMatchObject({ least: expect.any(Number), most: expect.any(Number) });
    expect([counted!.least > 0, counted!.most <= 10]).toEqual([true, true]);
  }
  await expectNone(
    `
      select p.id
      from posts p
      join albums a on a.id = p.album_id
      where a.owner_id <> p.author_id
        or a.audience <> p.audience
        or a.audience = 'onlyme'`,
  );
  await expectNone(
    `
      select at.id
      from attachments at
      join posts p on p.id = at.post_id
      where p.album_id is not null
        and not exists (
          select
          from album_photos h
          where h.media_id = at.target_id
            and h.album_id = p.album_id
        )`,
  );
});

test('ads run, wait, have ended and were rejected, and their numbers agree', async () => {
  const rows = await sql<{ state: string; used: number; counted: number; receipts: number }[]>`
    select a.state, a.used, (select count(*)::int from ad_receipts r where r.ad_id = a.id) as receipts,
      case a.model when 'clicks' then sum(s.clicks) when 'views' then sum(s.seen) else 0 end::int
        as counted
    from ads a
    left join ad_daily_stats s on s.ad_id = a.id
    group by a.id
    order by a.id`;
  expect(new Set(rows.map(({ state }) => state))).toEqual(
    new Set(['active', 'pending', 'finished', 'rejected']),
  );
  for (const { used, counted } of rows) expect(used).toBe(counted ?? 0);
  expect(rows.filter(({ receipts }) => receipts === 1)).toHaveLength(2);
});

test('Ada and Bo find conversations and notifications, some of them unread', async () => {
  for (const id of [1, 2]) {
    const [talks] = await sql`
      select count(*)::int as count,
        count(*) filter (
          where cm.last_received_id > cm.read_up_to and not cm.is_request
        )::int as unread,
        count(*) filter (where cm.is_request)::int as requests
      from conversation_members cm
      where cm.member_id = ${id}`;
    expect(talks!.count).toBeGreaterThan(3);
    expect(talks!.unread).toBeGreaterThan(0);
    const [counted] = await sql`
        select count(*)::int as count, count(*) filter (where read_at is null)::int as unread
        from notifications
        where recipient_id = ${id}`;
    expect(counted!.unread).toBeGreaterThan(2);
    expect(counted!.unread).toBeLessThan(12);
  }
  await expectNone(
    `
      select m.id
      from messages m
      where not exists (
        select
        from conversation_members cm
        where cm.conversation_id = m.conversation_id
          and cm.member_id = m.author_id
      )`,
  );
  await expectNone(
    `select n.id from notifications n where not exists (select from notification_actors a where a.notification_id = n.id)`,
  );
});

describe('the pages', () => {
  test('have pictures, people, posts in their name and of members, and reviews', async () => {
    const pages = await sql`
      select c.state, c.avatar, c.cover, c.member_count as members, c.post_count as posts,
        (select count(*)::int from posts p where p.object_type = 'page' and p.object_id = c.id
          and p.subject_type = 'page') as own,
        (select count(*)::int from page_reviews r where r.page_id = c.id) as reviews
      from containers c
      join sitepages p on p.id = c.id
      where c.type = 'page'`;
    expect(pages.length).toBeGreaterThanOrEqual(10);
    for (const { avatar, cover } of pages)
      for (const name of [avatar, cover])
        expect(existsSync(join(dataDir, 'media', 'public', String(name)))).toBe(true);
    const sum = (key: string) => pages.reduce((all, page) => all + Number(page[key]), 0);
    expect(pages.filter(({ state }) => state === 'draft')).toHaveLength(1);
    expect(pages.filter(({ state }) => state === 'archived')).toHaveLength(1);
    expect(sum('posts')).toBeGreaterThan(sum('own'));
    expect(sum('own')).toBeGreaterThan(20);
    expect(sum('reviews')).toBeGreaterThan(8);
    const [asking] = await sql`
      select count(*)::int as count
      from memberships ms
      join containers c on c.type = ms.type and c.id = ms.id and c.owner_id in (1, 2)
      where ms.state = 'requested'`;
    expect(asking!.count).toBeGreaterThan(2);
  });

  test('are counted exactly, and nothing happens in them before they exist', async () => {
    await expectNone(`
      select c.id from containers c where
        member_count <> (select count(*) from memberships m where (m.type, m.id) = (c.type, c.id) and m.state = 'member')
        or follower_count <> (select count(*) from memberships m where (m.type, m.id) = (c.type, c.id) and m.is_following)
        or request_count <> (select count(*) from memberships m where (m.type, m.id) = (c.type, c.id) and m.state = 'requested')
        or post_count <> (select count(*) from posts p where (p.object_type, p.object_id) = (c.type, c.id))`);
    await expectNone(
      'select 1 from memberships ms join containers c using (type, id) where ms.joined_at < c.created_at',
    );
    await expectNone(
      `
        select p.id
        from posts p
        join memberships ms on (ms.type, ms.id, ms.member_id) = (p.object_type, p.object_id, p.author_id)
        where p.published_at < ms.joined_at`,
    );
    await expectNone(
      `select p.id from posts p join containers c on (c.type, c.id) = (p.object_type, p.object_id) where p.published_at < c.created_at`,
    );
    await expectNone(
      `
        select r.id
        from page_reviews r
        join memberships ms on ms.type = 'page'
          and ms.id = r.page_id
          and ms.member_id = r.author_id
        where ms.role > 0`,
    );
  });
});

describe('the groups', () => {
  const groups = `
    select c.*, g.rules, g.description
    from containers c
    join groups g on g.id = c.id and c.type = 'group'`;

  test('are open, closed and secret, with pictures, rules and posts in the name of members', async () => {
    const rows = await sql.unsafe(groups);
    expect(rows.length).toBeGreaterThanOrEqual(8);
    for (const { avatar, cover } of rows)
      for (const name of [avatar, cover])
        expect(existsSync(join(dataDir, 'media', 'public', String(name)))).toBe(true);
    const having = (condition: (row: (typeof rows)[number]) => boolean) => rows.filter(condition);
    expect(having((row) => row.visibility === 'everyone').length).toBeGreaterThan(3);
    expect(having((row) => row.visibility === 'members' && row.is_listed)).toHaveLength(2);
    expect(having((row) => row.visibility === 'members' && !row.is_listed)).toHaveLength(1);
    expect(having((row) => row.state === 'archived')).toHaveLength(1);
    expect(having((row) => row.rules !== '').length).toBeGreaterThan(3);
    expect(having((row) => /\p{Script=Arabic}/u.test(String(row.title)))).toHaveLength(1);
    expect(having((row) => String(row.title).length === 64)).toHaveLength(1);
    await expectNone(
      `select id from posts where object_type = 'group' and subject_type <> 'member'`,
    );
    await expectNone(
      `select c.id from containers c join container_slugs s on s.type = c.type and s.id = c.id where c.type = 'group'`,
    );
    const [counts] = await sql`
      select count(*) filter (where p.pinned_at is not null)::int as pinned,
        count(*) filter (where p.attachment_count > 0)::int as photos,
        (
          select count(*)::int
          from album_photos ap
          join albums a on a.id = ap.album_id
          where a.container_type = 'group' and a.audience = 'container'
        ) as "albumPhotos"
      from posts p
      where p.object_type = 'group'`;
    expect(counts!.pinned).toBeGreaterThan(2);
    expect(counts!.photos).toBeGreaterThan(5);
    expect(counts!.albumPhotos).toBeGreaterThan(0);
  });

  test('have officers, requests with answers, invitations and bans', async () => {
    await expectNone(
      `select ms.id from memberships ms join containers c using (type, id)
        where type = 'group' and ms.state = 'requested'
          and jsonb_array_length(coalesce(ms.answers, '[]')) <> jsonb_array_length(c.join_questions)`,
    );
    await expectNone(
      `select id from memberships
        where type = 'group'
          and (is_following or (state = 'invited' and invited_by is null)
            or (state = 'banned' and (reason = '' or banned_by is null or removed_at is null)))`,
    );
  });

  test('show Ada each part of a group, as its owner and as a member', async () => {
    const [adas] = await sql`
      select count(*) filter (where ms.state = 'requested')::int as requests,
        count(*) filter (where ms.state = 'invited')::int as invited,
        count(*) filter (where ms.state = 'banned')::int as banned,
        count(*) filter (where ms.state = 'banned' and ms.banned_until is null)::int as "forGood",
        count(*) filter (where ms.role between 1 and 29 and ms.title <> '')::int as officers,
        (
          select count(*)::int
          from container_invite_links l
          join containers owned on owned.type = l.type and owned.id = l.id
          where owned.owner_id = 1
        ) as links,
        (
          select count(*)::int
          from container_audit_log l
          where l.actor_id = 1 and l.action in ('ban', 'change_role')
        ) as entries
      from containers c
      join memberships ms on ms.type = c.type and ms.id = c.id
      where c.type = 'group' and c.owner_id = 1`;
    for (const [what, count] of Object.entries(adas!)) expect(count, what).toBeGreaterThan(0);
    const own = await sql`
      select distinct
        case
          when ms.role = 30 then 'owner'
          when ms.role > 0 then 'officer'
          else ms.state
        end as part
      from memberships ms
      where ms.type = 'group' and ms.member_id = 1`;
    expect(own.map(({ part }) => String(part)).sort()).toEqual([
      'invited',
      'member',
      'officer',
      'owner',
    ]);
  });

  test('have members who have read everything and others who have not', async () => {
    const [counts] = await sql`
      select count(*) filter (
          where c.newest_sort_key > coalesce(ms.last_read_sort_key, 0)
        )::int as unread,
        count(*) filter (where c.newest_sort_key = ms.last_read_sort_key)::int as read
      from memberships ms
      join containers c on c.type = ms.type and c.id = ms.id
      where ms.type = 'group' and ms.state = 'member'`;
    expect(counts!.read).toBeGreaterThan(5);
    expect(counts!.unread).toBeGreaterThan(5);
  });
});

describe('failures', () => {
  test('a database with members is left unchanged', async () => {
    const earlier = await digests(sql);
    await expect(seedCommunity({ databaseUrl: url, dataDir, seed, ...size })).rejects.toThrow(
      SeedProblem,
    );
    expect(await digests(sql)).toEqual(earlier);
  });

  test('a killed run leaves the database empty, and the next one fills it', async () => {
    const database = await createTestDatabase();
    const watch = postgresAt(database.url, { max: 2, onnotice: () => undefined });
    // Holds the marker back, so that the run stops after everything is loaded.
    const hold = await watch.reserve();
    await hold`begin`;
    await hold`lock table site_state in share mode`;
    const args = ['--members', '30', '--posts', '160', '--seed', seed];
    const child = spawn(process.execPath, ['scripts/seed.ts', ...args], {
      env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const sessions = async (query: string) =>
      (
        await watch`
          select
          from pg_stat_activity
          where datname = current_database()
            and application_name = 'hearth-seed'
            and query ilike ${query}`
      ).length;
    expect(
      await waitUntil(async () => (await sessions('%insert into site_state%')) > 0, 60_000),
    ).toBe(true);
    child.kill('SIGKILL');
    await hold`rollback`;
    hold.release();
    expect(await waitUntil(async () => (await sessions('%')) === 0, 20_000)).toBe(true);
    const [left] = await watch`
        select (
          select count(*)::int
          from members
        ) as members, (
          select count(*)::int
          from posts
        ) as posts, (select count(*)::int from site_state) as marks`;
    expect(left).toEqual({ members: 0, posts: 0, marks: 0 });
    expect(await scaffolding(watch)).toEqual(before);
    await seedCommunity({ databaseUrl: database.url, dataDir, seed, ...size });
    expect(await digests(watch)).toEqual(await digests(sql));
    await watch.end();
    await database.drop();
  }, 240_000);
});
