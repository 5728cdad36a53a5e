import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  archivedAlbum,
  archivedPost,
  archivedProfile,
  archivedScheduled,
  archivedSetting,
} from '#domains/archive/archive-format.schema.ts';
import { findLatestExport, startExport } from '#domains/archive/exports.server.ts';
import { runImport } from '#domains/archive/import/run-import.server.ts';
import { pruneImports } from '#domains/archive/import/undo-import.server.ts';
import { makeExport } from '#domains/archive/make-export.server.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { countFeed, readFeed, readWall } from '#domains/posts/feed/feed.server.ts';
import { toWireType } from '#lib/wire-names.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addContainerPost } from '../containers/container-world.ts';
import { breakTable } from '../support/broken-table.ts';
import { filesBelow, fixture } from '../support/files.ts';
import { addMember, addPost, befriend } from '../support/people.ts';
import { fetchFile, send } from '../support/rest.ts';
import { filesInProgress, formOf } from '../support/uploads.ts';
import { unzip } from './unzip.ts';
import { zipOf } from './zip.ts';

const password = 'quiet lantern over water';
let hash: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  hash = await hashPassword(password);
});

const signal = () => new AbortController().signal;
const path = '/members/settings/import';
const upload = (member: Member | undefined, bytes: Buffer) =>
  send(
    'POST',
    path,
    {},
    { as: member, form: formOf({ archive: new File([new Uint8Array(bytes)], 'archive.zip') }) },
  );
const stateOf = async (member: Member) => (await send('GET', path, {}, { as: member })).body;
const latestId = async ({ id }: Member) =>
  (
    await db.execute<{ id: number }>(sql`select max(id) as id from imports where member_id = ${id}`)
  )[0]!.id;
/** Runs the job. */
const work = async (member: Member, until = signal()) => runImport(await latestId(member), until);
const archives = () => filesBelow(`${process.env.DATA_DIR}/media/imports`);

async function exportOf(member: Member): Promise<Buffer> {
  await db.execute(sql`update members set password_hash = ${hash} where id = ${member.id}`);
  await startExport(member, password);
  const { id } = (await findLatestExport(member))!;
  await makeExport(id, signal());
  return Buffer.from(await (await fetchFile(`/media/export/${id}`, { as: member })).arrayBuffer());
}

const wall = async (viewer: Member, owner: Member) =>
  (await readFeed(viewer, { wall: { type: 'member', id: owner.id }, limit: 50 })).data;
/** The parts of a post that do not depend on its community. */
const activities = (items: Awaited<ReturnType<typeof wall>>) =>
  items.map(({ feed, ...item }) => ({
    body: feed.body,
    date: feed.date,
    modified: feed.modified_date,
    feeling: JSON.stringify(feed.params),
    kinds: feed.attachment.map(({ attachment_type: type }) => type),
    canComment: item.can_comment,
    privacy: feed.privacy,
    texts: feed.attachment.map((one) => [one.title, one.body, (one as { alt?: string }).alt]),
  }));

// Archives written by hand.
const profile = { id: 7, timezone: 'Europe/Berlin', picture: null, cover: null, details: null };
const post = (fields: object = {}) => ({
  id: 1,
  type: 'status',
  body: 'Hello from before',
  audience: 'everyone',
  published: '2020-02-03T04:05:06.789012+00:00',
  edited: null,
  feeling: null,
  shares: null,
  wall: { type: 'user', id: 7 },
  can_comment: true,
  can_share: true,
  with: null,
  attachments: null,
  ...fields,
});
const lists = (fields: Record<string, unknown[]> = {}) => ({
  'profile.json': [profile],
  'settings.json': [],
  'albums.json': [],
  'posts.json': [post()],
  'scheduled-posts.json': [],
  ...fields,
});
const bytesOf = (name: string) =>
  fixture(name)
    .arrayBuffer()
    .then((bytes) => Buffer.from(bytes));
const photo = (file: string, fields: object = {}) => ({
  type: 'album_photo',
  file,
  alt: 'A square',
  title: '',
  text: '',
  link: null,
  video: null,
  ...fields,
});

describe('the archive of one account is imported into another', () => {
  test(
    'posts, albums, profile and settings are restored, even after the first account is deleted, without notifications',
    { timeout: 120_000 },
    async () => {
      const [from, to, friend, stranger] = [
        await addMember({ name: 'From' }),
        await addMember({ name: 'To' }),
        await addMember(),
        await addMember(),
      ];
      for (const one of [from, to]) await befriend(one, friend);
      await addPost(from, {
        body: 'The oldest, with #tea and @nobody',
        publishedAt: new Date('2019-05-06T07:08:09.123Z'),
      });
      await addPost(from, {
        body: 'For friends',
        audience: 'friends',
        publishedAt: new Date('2021-01-01T10:00:00Z'),
      });
      await addPost(from, {
        body: 'For me',
        audience: 'onlyme',
        publishedAt: new Date('2020-01-01T10:00:00Z'),
      });
      const shown = await addPost(friend);
      await addPost(from, { body: 'Look at this', sharedId: shown });
      const made = await send(
        'POST',
        '/advancedactivity/feeds/post',
        {},
        {
          as: from,
          form: formOf({
            body: 'Two photos',
            auth_view: 'friends',
            type: 'photo',
            photo: fixture('square.jpg'),
            photo1: fixture('portrait.jpg'),
            alts: JSON.stringify(['A square', 'A portrait']),
          }),
        },
      );
      expect(made.status).toBe(200);
      await db.execute(
        sql`
          update posts
          set published_at = '2022-03-04T05:06:07.5Z'
          where author_id = ${from.id} and body = 'Two photos'`,
      );
      const album = await send(
        'POST',
        '/albums/upload',
        {},
        {
          as: from,
          form: formOf({
            title: 'June',
            description: 'By the lake',
            auth_view: 'friends',
            photo: fixture('square.jpg'),
          }),
        },
      );
      await db.execute(
        sql`update albums set created_at = '2021-06-01' where id = ${album.body.album.album_id}`,
      );
      await send(
        'POST',
        '/albums/photo/edit',
        {
          photo_id: album.body.photos[0].photo_id,
          title: 'Shore',
          description: 'Early',
          alt: 'Water',
        },
        { as: from },
      );
      await send(
        'POST',
        '/members/edit/profile',
        { about_me: 'I like boats', about_me_privacy: 'friends', location: 'Kiel' },
        { as: from },
      );
      await send(
        'POST',
        '/members/edit/photo',
        {},
        { as: from, form: formOf({ photo: fixture('portrait.jpg') }) },
      );
      await db.execute(
        sql`
          insert into member_settings (member_id, profile_audience, is_indexed, shows_read_receipts)
          values (${from.id}, 'members', false, false)`,
      );
      await db.execute(
        sql`insert into member_settings (member_id, friends_audience) values (${to.id}, 'onlyme')`,
      );
      // The activity posts about the album and the profile photo are not imported: the import
      // creates new ones.
      const before = activities(
        (await wall(from, from)).filter(
          ({ feed }) => feed.body !== 'Look at this' && !feed.params.album,
        ),
      );
      const zip = await exportOf(from);
      const entries = await unzip(zip);
      const list = (name: string) => JSON.parse(entries.get(name)!.toString()) as unknown[];
      for (const [name, item] of [
        ['posts.json', archivedPost],
        ['albums.json', archivedAlbum],
        ['profile.json', archivedProfile],
        ['settings.json', archivedSetting],
      ] as const) {
        for (const one of list(name)) expect(item.safeParse(one).error).toBeUndefined();
      }
      // A different community has neither rows nor files of the first account.
      await db.execute(sql`delete from posts where author_id = ${from.id}`);
      await db.execute(sql`delete from albums where owner_id = ${from.id}`);
      await db.execute(sql`delete from media where owner_id = ${from.id}`);
      rmSync(`${process.env.DATA_DIR}/media`, { recursive: true, force: true });

      const { minid } = await readFeed(stranger, { limit: 1 });
      expect(await upload(to, zip)).toMatchObject({
        status: 200,
        body: { state: 'working', progress: 0 },
      });
      await work(to);
      expect(await stateOf(to)).toEqual({
        state: 'done',
        progress: 100,
        posts: 4,
        albums: 1,
        left_out: 1,
        problem: '',
      });
      const mine = await wall(to, to);
      expect(activities(mine)).toEqual(before);
      expect((await wall(friend, to)).map(({ feed }) => feed.body)).toEqual([
        'Two photos',
        'For friends',
        'The oldest, with #tea and @nobody',
      ]);
      expect((await wall(stranger, to)).map(({ feed }) => feed.body)).toEqual([
        'The oldest, with #tea and @nobody',
      ]);
      await expect(readWall(visitor, to.id)).rejects.toMatchObject({ code: 'no_record' });
      expect(
        (await readFeed(stranger, { hashtag: 'tea' })).data.map(({ feed }) => feed.action_id),
      ).toContain(mine.at(-1)!.feed.action_id);
      for (const one of [friend, stranger]) expect(await countFeed(one, { minid })).toBe(0);
      expect(
        await db.execute(sql`select 1 from notification_actors where actor_id = ${to.id}`),
      ).toHaveLength(0);
      // In the list of all albums it is sorted by its original date.
      await send(
        'POST',
        '/albums/upload',
        {},
        { as: friend, form: formOf({ title: 'Older', photo: fixture('square.jpg') }) },
      );
      await db.execute(
        sql`update albums set created_at = now() - interval '1 day' where title = 'Older'`,
      );
      const everybodys = (await send('GET', '/albums', {}, { as: to })).body.response.map(
        ({ title }: { title: string }) => title,
      ) as string[];
      expect(everybodys.indexOf('Older')).toBeLessThan(everybodys.indexOf('June'));
      const [there] = (
        await send('GET', '/albums', { user_id: to.id }, { as: to })
      ).body.response.filter(({ type }: { type: string | null }) => type === null);
      expect(there).toMatchObject({
        title: 'June',
        description: 'By the lake',
        privacy: 'friends',
        photo_count: 1,
      });
      const [photos] = await db.execute(
        sql`
          select h.title, h.caption, m.alt
          from album_photos h
          join media m on m.id = h.media_id
          where h.album_id = ${there.album_id}`,
      );
      expect(photos).toEqual({ title: 'Shore', caption: 'Early', alt: 'Water' });
      const [kept] = await db.execute(sql`
        select d.about_me, d.location, d.audiences, s.profile_audience, s.friends_audience,
          s.is_indexed, s.shows_read_receipts, m.avatar is not null as "hasPhoto", m.displayname
        from members m
        join profile_details d on d.member_id = m.id
        join member_settings s on s.member_id = m.id
        where m.id = ${to.id}`);
      expect(kept).toEqual({
        about_me: 'I like boats',
        location: 'Kiel',
        audiences: { about_me: 'friends' },
        profile_audience: 'members',
        is_indexed: false,
        shows_read_receipts: false,
        hasPhoto: true,
        displayname: to.displayname,
        friends_audience: 'onlyme',
      });
      // The archive file is deleted.
      expect(archives()).toEqual([]);
      expect(filesInProgress()).toEqual([]);
      const again = await exportOf(to);
      expect(
        (
          JSON.parse((await unzip(again)).get('posts.json')!.toString()) as Array<{
            published: string;
          }>
        )
          .map(({ published }) => published)
          .sort(),
      ).toEqual(
        (
          list('posts.json') as Array<{
            published: string;
            shares: number | null;
            album: number | null;
          }>
        )
          .filter(({ shares, album: of }) => shares === null && of === null)
          .map(({ published }) => published)
          .sort(),
      );
    },
  );

  test(
    'future dates become now, wider audiences are not adopted, and files get the type of their bytes',
    { timeout: 60_000 },
    async () => {
      const member = await addMember();
      const zip = await zipOf({
        ...lists({
          'posts.json': [
            post({
              id: 1,
              published: '2300-01-01T00:00:00+00:00',
              edited: '2300-01-01T00:00:00+00:00',
            }),
            post({
              id: 2,
              body: '',
              attachments: [
                photo('files/1.webp'),
                photo('files/2.webp'),
                photo('files/3.webp'),
                photo('files/9.webp'),
              ],
            }),
            post({ id: 3, body: '', attachments: [photo('files/2.webp')] }),
            post({
              id: 4,
              body: 'A link',
              is_paid: true,
              attachments: [
                { ...photo('files/1.webp'), type: 'core_link', link: 'http://127.0.0.1:1/x' },
              ],
            }),
            post({
              id: 5,
              body: 'A film',
              feeling: [1, 999_999],
              attachments: [photo('files/5.mp4', { type: 'video' })],
            }),
            post({ id: 6, wall: { type: 'user', id: 8 } }),
          ],
        }),
        // A photo as a phone writes it, an archive inside the archive, and a web page.
        'files/1.webp': await bytesOf('rotated-6.jpg'),
        'files/2.webp': await zipOf(lists()),
        'files/3.webp': await bytesOf('html-after-jpeg-magic.jpg'),
        'files/5.mp4': await bytesOf('clip.mp4'),
        'inner.zip': await zipOf(lists()),
        '__MACOSX/._posts.json': 'nothing',
      });
      expect((await upload(member, zip)).status).toBe(200);
      await work(member);
      expect(await stateOf(member)).toMatchObject({ state: 'done', posts: 4, left_out: 5 });
      const items = (await wall(member, member)).map(({ feed }) => ({
        body: feed.body,
        kinds: feed.attachment.map(({ attachment_type: type }) => type),
        ...(feed.is_paid ? { isPaid: true } : {}),
      }));
      expect(items).toEqual([
        { body: 'Hello from before', kinds: [] },
        { body: 'A film', kinds: ['video'] },
        { body: 'A link', kinds: ['core_link'], isPaid: true },
        { body: '', kinds: ['album_photo'] },
      ]);
      const [late] = await db.execute<{ isNow: boolean }>(
        sql`
          select published_at between now() - interval '1 minute' and now() as "isNow"
          from posts
          where author_id = ${member.id}
          order by sort_key desc
          limit 1`,
      );
      expect(late!.isNow).toBe(true);
      // Rotated by its metadata, like an uploaded one, and without any metadata of the phone.
      const [master] = await db.execute<{ hash: string }>(
        sql`select content_hash as hash from media where owner_id = ${member.id} and kind = 'photo'`,
      );
      const other = await addMember();
      await send(
        'POST',
        '/advancedactivity/feeds/post',
        {},
        { as: other, form: formOf({ type: 'photo', photo: fixture('rotated-6.jpg') }) },
      );
      expect(
        await db.execute(sql`select content_hash as hash from media where owner_id = ${other.id}`),
      ).toEqual([master]);
      expect(
        filesBelow(`${process.env.DATA_DIR}/media`).filter(
          (name) => name.endsWith('.zip') && !name.includes('/exports/'),
        ),
      ).toEqual([]);
    },
  );
});

const inThreeDays = () => new Date(Date.now() + 3 * 86_400_000).toISOString();

test('posts in groups and pages are not imported, neither written nor scheduled ones', async () => {
  const [from, to] = [await addMember(), await addMember()];
  const [group, page] = [
    await addContainer(from, { visibility: 'members', joinPolicy: 'approval' }),
    await addContainer(from, { type: 'page', title: 'Mill' }),
  ];
  const [year, month, day] = inThreeDays().slice(0, 10).split('-');
  await addContainerPost(group, from, { body: 'Written for the group' });
  await addContainerPost(page, from, { body: 'Written as the page', inItsName: true });
  for (const { type, id } of [group, page])
    expect(
      await send(
        'POST',
        '/advancedactivity/feeds/post',
        {},
        {
          as: from,
          form: formOf({
            body: `Scheduled for the ${type}`,
            subject_type: toWireType(type as 'group'),
            subject_id: String(id),
            schedule_time: `${month}/${day}/${year} 12:00:00Z`,
          }),
        },
      ),
    ).toMatchObject({ status: 200, body: { response: { scheduled: 1 } } });
  const bytes = await exportOf(from);
  const entries = await unzip(bytes);
  const namesOf = (name: string) =>
    (JSON.parse(entries.get(name)!.toString()) as Array<Record<string, unknown>>).map(
      ({ wall: stands, in_the_name_of: subject }) => ({ wall: stands, subject }),
    );
  const walls = [group, page].map(({ type, id }) => ({ type: toWireType(type as 'group'), id }));
  for (const name of ['posts.json', 'scheduled-posts.json'])
    expect(namesOf(name)).toEqual([
      { wall: walls[0], subject: null },
      { wall: walls[1], subject: walls[1] },
    ]);
  expect((await upload(to, bytes)).status).toBe(200);
  await work(to);
  expect(await stateOf(to)).toMatchObject({ state: 'done', posts: 0, left_out: 4 });
  for (const table of ['posts', 'scheduled_posts'])
    expect(
      await db.execute(sql`select 1 from ${sql.identifier(table)} where author_id = ${to.id}`),
    ).toEqual([]);
});

const laterBy = ({ id }: Member, fields: object = {}) => ({
  wall: { type: 'user', id },
  body: 'For later',
  audience: 'friends',
  publish_at: inThreeDays(),
  feeling: null,
  link: null,
  attachments: null,
  ...fields,
});

test('quiet hours are kept', async () => {
  const [from, to] = [await addMember(), await addMember()];
  await db.execute(
    sql`
      insert into notification_settings (member_id, is_push_on, quiet_from, quiet_to, paused_until)
      values (${from.id}, false, '22:30', '06:15', now() - interval '1 day')`,
  );
  const entries = await unzip(await exportOf(from));
  const settings = JSON.parse(entries.get('settings.json')!.toString()) as object[];
  const all = lists({ 'profile.json': [{ ...profile, id: from.id }], 'settings.json': settings });
  expect((await upload(to, await zipOf(all))).status).toBe(200);
  await work(to);
  expect(
    await db.execute(
      sql`
        select is_push_on as push, quiet_from::text as "from", quiet_to::text as "to",
          paused_until as until
        from notification_settings
        where member_id = ${to.id}`,
    ),
  ).toEqual([{ push: false, from: '22:30:00', to: '06:15:00', until: null }]);
});

test('scheduled posts stay scheduled if their time is ahead', async () => {
  const [from, to] = [await addMember(), await addMember()];
  const ahead = inThreeDays();
  const form = (fields: Record<string, string | File>) =>
    send('POST', '/advancedactivity/feeds/post', {}, { as: from, form: formOf(fields) });
  const [year, month, day] = ahead.slice(0, 10).split('-');
  expect(
    (
      await form({
        body: 'At noon',
        auth_view: 'friends',
        composer: '{"feeling":{"parent":27,"child":2702}}',
        type: 'photo',
        photo: fixture('square.jpg'),
        alt: 'A square',
        is_paid: '1',
        schedule_time: `${month}/${day}/${year} 12:00:00Z`,
      })
    ).status,
  ).toBe(200);
  const entries = await unzip(await exportOf(from));
  const own = JSON.parse(entries.get('scheduled-posts.json')!.toString()) as object[];
  expect(own.map((one) => archivedScheduled.safeParse(one).error)).toEqual([undefined]);
  const [file] = [...entries.keys()].filter((name) => name.startsWith('files/'));
  const all = lists({
    'profile.json': [{ ...profile, id: from.id }],
    'posts.json': [],
    [file!]: entries.get(file!)! as never,
    'scheduled-posts.json': [
      ...own,
      laterBy(from, { publish_at: '2020-01-01T10:00:00+00:00' }),
      laterBy(from, { publish_at: '2099-01-01T10:00:00+00:00' }),
      laterBy(from, { body: '' }),
      // In an older archive, which does not say that a group was its wall.
      laterBy(from, { wall: undefined }),
    ],
  });
  const waiting = () =>
    db.execute(sql`
      select s.body, s.audience, s.is_paid as "isPaid", s.feeling_child as feeling,
        to_char(s.publish_at at time zone 'utc', 'HH24:MI') as at, m.alt
      from scheduled_posts s
      left join scheduled_media w on w.schedule_id = s.id
      left join media m on m.id = w.media_id
      where s.author_id = ${to.id}`);
  expect((await upload(to, await zipOf(all))).status).toBe(200);
  await work(to);
  expect(await stateOf(to)).toMatchObject({ state: 'done', posts: 1, left_out: 4 });
  expect(await waiting()).toEqual([
    {
      body: 'At noon',
      audience: 'friends',
      isPaid: true,
      feeling: 2702,
      at: '12:00',
      alt: 'A square',
    },
  ]);
});

test('cancelling removes scheduled posts', async () => {
  const [from, other] = [await addMember(), await addMember()];
  await upload(
    other,
    await zipOf(
      lists({
        'profile.json': [{ ...profile, id: from.id }],
        'scheduled-posts.json': [laterBy(from)],
      }),
    ),
  );
  // As if more items were to be imported.
  await db.execute(sql`update imports set total = total + 1 where member_id = ${other.id}`);
  await work(other);
  expect(
    await db.execute(sql`select 1 from scheduled_posts where author_id = ${other.id}`),
  ).toHaveLength(1);
  await send('POST', `${path}/cancel`, {}, { as: other });
  await work(other);
  expect(
    await db.execute(sql`select 1 from scheduled_posts where author_id = ${other.id}`),
  ).toHaveLength(0);
});

describe('an account that cannot import', () => {
  test('is not empty, or has an import running', async () => {
    const [member, other] = [await addMember(), await addMember()];
    const zip = await zipOf(lists());
    await addPost(other);
    expect(await upload(other, zip)).toMatchObject({
      status: 400,
      message: { archive: expect.stringContaining('this one has some') },
    });
    const both = await Promise.all([upload(member, zip), upload(member, zip)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(archives()).toHaveLength(1);
    expect(await upload(member, zip)).toMatchObject({
      status: 400,
      message: { archive: 'An archive is already being imported.' },
    });
    await work(member);
    expect(await upload(member, zip)).toMatchObject({
      status: 400,
      message: { archive: expect.stringContaining('this one has some') },
    });
    expect(await db.execute(sql`select 1 from posts where author_id = ${member.id}`)).toHaveLength(
      1,
    );
  });

  test('may send its archive again after the database was away', async () => {
    const member = await addMember();
    const zip = await zipOf(lists());
    const mend = await breakTable('imports');
    expect((await upload(member, zip)).status).toBe(503);
    await mend();
    // As when the connection ends after the row was written.
    await db.execute(sql`
      insert into imports (member_id, file_name) values (${member.id}, 'imports/left.zip')`);
    expect((await upload(member, zip)).status).toBe(200);
    expect(await stateOf(member)).toMatchObject({ state: 'working' });
    await pruneImports();
    expect(await db.execute(sql`select 1 from imports where file_name like '%left.zip'`)).toEqual(
      [],
    );
    await work(member);
  });

  test('is not signed in, or sent no file', async () => {
    const zip = await zipOf(lists());
    expect((await upload(undefined, zip)).status).toBe(401);
    expect((await send('GET', path)).status).toBe(401);
    expect((await send('POST', `${path}/cancel`)).status).toBe(401);
    const member = await addMember();
    expect((await send('POST', path, {}, { as: member })).status).toBe(400);
    expect((await send('POST', `${path}/cancel`, {}, { as: member })).status).toBe(404);
    expect(archives()).toEqual([]);
  });
});

describe('an invalid archive', () => {
  const hostile: Record<string, () => Promise<Buffer>> = {
    'a picture': () => bytesOf('square.jpg'),
    'text that says it is one': async () =>
      Buffer.from(`PK\u0003\u0004${'not an archive '.repeat(40)}`),
    'the first half of one': async () => {
      const whole = await zipOf({ ...lists(), 'files/1.webp': await bytesOf('landscape.jpg') });
      return whole.subarray(0, whole.length / 2);
    },
    'names that lead elsewhere': async () => {
      const zip = await zipOf({ ...lists(), 'files/aa/bb/cc/1.webp': 'x' });
      return Buffer.from(
        zip.toString('latin1').replaceAll('files/aa/bb/cc/1.webp', 'files/../../../1.webp'),
        'latin1',
      );
    },
    'an absolute name': async () =>
      Buffer.from(
        (await zipOf({ ...lists(), 'xetc/passwd': 'x' }))
          .toString('latin1')
          .replaceAll('xetc/passwd', '/etc/passwd'),
        'latin1',
      ),
    'two files of one name': async () =>
      Buffer.from(
        (await zipOf({ ...lists(), 'posts.jsox': '[\n]\n' }))
          .toString('latin1')
          .replaceAll('posts.jsox', 'posts.json'),
        'latin1',
      ),
    'without its posts': async () =>
      zipOf({
        'profile.json': [profile],
        'settings.json': [],
        'albums.json': [],
        'scheduled-posts.json': [],
      }),
    'without anybody': () => zipOf(lists({ 'profile.json': [] })),
    'a list that stops': async () =>
      zipOf({ ...lists(), 'posts.json': `[\n${JSON.stringify(post())},\n` }),
    'a list that is no JSON': async () => zipOf({ ...lists(), 'posts.json': '[\nalert(1)\n]\n' }),
    'a list that is no text': async () =>
      zipOf({ ...lists(), 'posts.json': Buffer.from([0x5b, 0x0a, 0xff, 0xfe, 0x0a, 0x5d]) }),
    'a bomb': async () => zipOf({ ...lists(), 'files/1.webp': Buffer.alloc(3_000_000) }),
    'one endless line': async () =>
      zipOf({ ...lists(), 'posts.json': `[\n"${'ab0f9'.repeat(1_000_000)}` }),
    'an unknown audience': () => zipOf(lists({ 'posts.json': [post({ audience: 'world' })] })),
    'an audience twice': async () =>
      zipOf({
        ...lists(),
        'posts.json': `[\n${JSON.stringify(post({ audience: ['onlyme', 'everyone'] }))}\n]\n`,
      }),
    'no date': () => zipOf(lists({ 'posts.json': [post({ published: 'infinity' })] })),
    'a text too long': () => zipOf(lists({ 'posts.json': [post({ body: 'x'.repeat(1_001) })] })),
    'a link that is a script': () =>
      zipOf(
        lists({
          'posts.json': [
            post({ attachments: [photo('files/1.webp', { link: 'javascript:alert(1)' })] }),
          ],
        }),
      ),
    'a file from elsewhere': () =>
      zipOf(lists({ 'posts.json': [post({ attachments: [photo('../../secret-keys')] })] })),
    'too many things on one post': () =>
      zipOf(
        lists({
          'posts.json': [
            post({ attachments: Array.from({ length: 40 }, () => photo('files/1.webp')) }),
          ],
        }),
      ),
    'settings that are none': () =>
      zipOf(
        lists({
          'settings.json': [{ of: 'member_settings', chosen: { profile_audience: 'all' } }],
        }),
      ),
  };

  test.each(Object.keys(hostile))(
    '%s: is refused with a message, and nothing of it is stored',
    async (what) => {
      const member = await addMember();
      const answer = await upload(member, await hostile[what]!());
      expect([413, 415]).toContain(answer.status);
      expect(String(answer.message)).toMatch(/archive|JSON/i);
      expect(await stateOf(member)).toMatchObject({ state: 'none' });
      expect(
        await db.execute(sql`select 1 from imports where member_id = ${member.id}`),
      ).toHaveLength(0);
      expect(archives()).toEqual([]);
      expect(filesInProgress()).toEqual([]);
    },
  );

  test('is larger, or has more files, than the settings allow', async () => {
    const member = await addMember();
    const { IMPORT_ARCHIVE_MB, IMPORT_ENTRIES } = env();
    env().IMPORT_ENTRIES = 10;
    const many = await zipOf({
      ...lists(),
      ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`files/${n}.webp`, 'x'])),
    });
    expect(await upload(member, many)).toMatchObject({ status: 413, error_code: 'file_too_large' });
    env().IMPORT_ENTRIES = IMPORT_ENTRIES;
    env().IMPORT_ARCHIVE_MB = 0;
    expect((await upload(member, many)).status).toBe(413);
    env().IMPORT_ARCHIVE_MB = IMPORT_ARCHIVE_MB;
    expect(archives()).toEqual([]);
    expect(filesInProgress()).toEqual([]);
  });

  test('an archive is not accepted as a picture or video', async () => {
    const member = await addMember();
    const zip = new File([new Uint8Array(await zipOf(lists()))], 'photo.jpg');
    expect(
      (
        await send(
          'POST',
          '/advancedactivity/feeds/post',
          {},
          { as: member, form: formOf({ type: 'photo', photo: zip }) },
        )
      ).status,
    ).toBe(415);
    expect(
      (
        await send(
          'POST',
          '/videos/create',
          {},
          { as: member, form: formOf({ type: '3', filedata: zip }) },
        )
      ).status,
    ).toBe(415);
    expect(
      (
        await send(
          'POST',
          '/advancedactivity/stories/create',
          {},
          { as: member, form: formOf({ filedata: zip }) },
        )
      ).status,
    ).toBe(415);
  });
});

describe('an interrupted import', () => {
  const many = (count: number) =>
    zipOf(
      lists({
        'posts.json': Array.from({ length: count }, (_, n) =>
          post({
            id: n + 1,
            body: `Post ${n}`,
            published: `2020-02-03T04:05:${String(n % 60).padStart(2, '0')}+00:00`,
          }),
        ),
      }),
    );
  const count = async ({ id }: Member) =>
    (
      await db.execute<{ count: number }>(
        sql`select count(*)::int as count from posts where author_id = ${id}`,
      )
    )[0]!.count;

  /** Aborts the job after that many imported items. */
  async function cutOff(member: Member, after: number) {
    const cut = new AbortController();
    const running = work(member, cut.signal);
    while ((await count(member)) < after) await new Promise((resolve) => setImmediate(resolve));
    cut.abort();
    await expect(running).rejects.toThrow();
  }

  test('two attempts at once continue it and import everything once', async () => {
    const member = await addMember();
    expect((await upload(member, await many(60))).status).toBe(200);
    await cutOff(member, 10);
    const had = await count(member);
    expect(had).toBeLessThan(60);
    expect(await stateOf(member)).toMatchObject({ state: 'working', posts: had });
    expect(filesInProgress()).toEqual([]);
    await Promise.all([work(member), work(member)]);
    await work(member);
    expect(await stateOf(member)).toMatchObject({ state: 'done', posts: 60, left_out: 0 });
    const bodies = await db.execute<{ body: string }>(
      sql`select distinct body from posts where author_id = ${member.id}`,
    );
    expect([bodies.length, await count(member)]).toEqual([60, 60]);
  });

  test('when cancelled leaves the account empty, and it may start again', async () => {
    const member = await addMember();
    const zip = await many(60);
    await upload(member, zip);
    await cutOff(member, 5);
    expect(await send('POST', `${path}/cancel`, {}, { as: member })).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    });
    expect((await send('POST', `${path}/cancel`, {}, { as: member })).status).toBe(404);
    // A post written today was not imported.
    const own = await addPost(member, { body: 'Mine' });
    await work(member);
    expect(await db.execute(sql`select id from posts where author_id = ${member.id}`)).toEqual([
      { id: own },
    ]);
    expect(archives()).toEqual([]);
    await db.execute(sql`delete from posts where id = ${own}`);
    expect((await upload(member, zip)).status).toBe(200);
    await work(member);
    expect(await count(member)).toBe(60);
  });

  test('is pruned if its job was lost, and so is its result after a week', async () => {
    const member = await addMember();
    await upload(member, await many(3));
    await db.execute(
      sql`update imports set created_at = now() - interval '3 days' where member_id = ${member.id}`,
    );
    await pruneImports();
    expect(await stateOf(member)).toMatchObject({ state: 'failed' });
    expect(archives()).toEqual([]);
    await db.execute(
      sql`update imports set finished_at = now() - interval '8 days' where member_id = ${member.id}`,
    );
    await pruneImports();
    expect(await stateOf(member)).toMatchObject({ state: 'none' });
  });

  test('reports that the archive is missing from the storage', async () => {
    const member = await addMember();
    await upload(member, await many(3));
    rmSync(archives()[0]!);
    await work(member);
    expect(await stateOf(member)).toMatchObject({
      state: 'failed',
      posts: 0,
      problem: expect.stringContaining('upload it again'),
    });
  });

  test('does not import for a suspended member', async () => {
    const member = await addMember();
    await upload(member, await many(3));
    const id = await latestId(member);
    await db.execute(sql`update members set status = 'suspended' where id = ${member.id}`);
    await runImport(id, signal());
    expect(await count(member)).toBe(0);
    await db.execute(
      sql`update imports set state = 'failed', finished_at = now() where id = ${id}`,
    );
    await pruneImports();
  });
});
