import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findLatestExport, pruneExports, startExport } from '#domains/archive/exports.server.ts';
import { makeExport } from '#domains/archive/make-export.server.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { deleteConversations, leaveConversation } from '#domains/messages/participant.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { contentFile } from '#server/media-files.ts';
import { sql } from '#server/sql.ts';
import { storage } from '#server/storage/storage.ts';
import { sendReply, start } from '../messages/conversations.ts';
import { filesBelow, fixture } from '../support/files.ts';
import { addMedia, addMember, addPost, befriend, block } from '../support/people.ts';
import { fetchFile, send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { unzip } from './unzip.ts';

const password = 'quiet lantern over water';
let hash: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  hash = await hashPassword(password);
});

async function newMember(name?: string): Promise<Member> {
  const member = await addMember(name ? { name } : {});
  await db.execute(sql`update members set password_hash = ${hash} where id = ${member.id}`);
  return member;
}

const signal = () => new AbortController().signal;
/** Requests an export and runs the job. */
async function archiveOf(member: Member) {
  await startExport(member, password);
  const { id } = (await findLatestExport(member))!;
  await makeExport(id, signal());
  return id;
}

type Item = Record<string, unknown>;
async function download(member: Member, id: number) {
  const answer = await fetchFile(`/media/export/${id}`, { as: member });
  expect(answer.status).toBe(200);
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
  return {
    answer,
    entries,
    list: (name: string) => JSON.parse(entries.get(`${name}.json`)!.toString()) as Item[],
    text: [...entries.values()].map(String).join('\n'),
  };
}

const exportRows = async ({ id }: Member) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from exports where member_id = ${id}`,
    )
  )[0]!.count;

test('an export needs the password, and runs once at a time and once a day', async () => {
  await avoidWindowBorder(86_400);
  const member = await newMember();
  const ask = (fields: Record<string, string>) =>
    send('POST', '/members/settings/export', fields, { as: member });
  expect((await send('GET', '/members/settings/export', {}, { as: member })).body).toEqual({
    state: 'none',
    progress: 0,
    url: null,
    bytes: 0,
    expires: null,
  });
  expect(await ask({})).toMatchObject({ status: 400, error_code: 'password_required' });
  expect(await ask({ password: 'wrong' })).toMatchObject({ status: 400 });
  expect(await exportRows(member)).toBe(0);
  env().RATE_LIMIT_SCALE = 1;
  const both = await Promise.all([ask({ password }), ask({ password })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  await makeExport((await findLatestExport(member))!.id, signal());
  const again = await ask({ password });
  env().RATE_LIMIT_SCALE = 1_000;
  expect(again).toMatchObject({ status: 429, error_code: 'too_many_requests' });
  expect(await exportRows(member)).toBe(1);
  expect(await send('POST', '/members/settings/export', { password })).toMatchObject({
    status: 401,
  });
});

test('it contains all data of the member, and of others only their messages and names', async () => {
  const [member, friend, stranger] = [
    await newMember('Ada'),
    await newMember('Bo'),
    await newMember('Sly'),
  ];
  await befriend(member, friend);
  await block(member, stranger);
  const own = await addPost(member, { body: 'My "quoted" <b>words</b>\n🦉', audience: 'onlyme' });
  await addPost(friend, { body: 'Words of a friend' });
  const media = await addMedia(member, own, { alt: 'A lake' });
  const picture = join(tmpdir(), `hearth-export-${process.pid}`);
  writeFileSync(picture, 'the bytes of a picture');
  await (await storage()).put(contentFile(`hash${own}`, 'original.webp'), picture, 'image/webp');
  const album = await send(
    'POST',
    '/albums/upload',
    {},
    { as: member, form: formOf({ title: 'The lake in June', photo: fixture('square.jpg') }) },
  );
  const [shot] = album.body.photos;
  await send(
    'POST',
    '/advancedactivity/comment',
    { action_id: own, body: 'My comment' },
    { as: member },
  );
  await send(
    'POST',
    '/advancedactivity/like',
    { action_id: own, reaction: 'love' },
    { as: member },
  );
  await db.execute(sql`
    with c as (
      insert into conversations (title, creator_id) values ('Tea', ${friend.id}) returning id
    ),
      both_of as (
        insert into conversation_members (conversation_id, member_id, position)
        select c.id, m, 0
        from c, unnest(array[${member.id}, ${friend.id}]::bigint[]) m
      )
    insert into messages (conversation_id, author_id, body)
    select id, ${friend.id}, 'Come for tea'
    from c`);
  await db.execute(
    sql`
      insert into messages (conversation_id, author_id, body)
      select id, null, 'of nobody'
      from conversations
      where title = 'Tea'`,
  );
  await db.execute(
    sql`
      with c as (insert into conversations (title) values ('Other') returning id)
      insert into messages (conversation_id, author_id, body)
      select id, ${friend.id}, 'not for Ada'
      from c`,
  );
  await db.execute(
    sql`
      insert into invites (inviter_id, email) values (${member.id}, 'somebody.else@hearth.example')`,
  );
  const story = await send(
    'POST',
    '/advancedactivity/stories/create',
    {},
    {
      as: member,
      form: formOf({ filedata: fixture('square.jpg'), description: 'Only for a day' }),
    },
  );
  const { answer, entries, list, text } = await download(member, await archiveOf(member));
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(list('profile')).toMatchObject([
    { id: member.id, email: `${member.username}@hearth.example` },
  ]);
  expect(list('posts')).toMatchObject([
    {
      id: own,
      body: 'My "quoted" <b>words</b>\n🦉',
      audience: 'onlyme',
      attachments: [{ type: 'album_photo', file: `files/${media}.webp`, alt: 'A lake' }],
    },
    { type: 'album_photo_new', album: album.body.album.album_id },
  ]);
  expect(entries.get(`files/${media}.webp`)!.toString()).toBe('the bytes of a picture');
  expect(list('albums')).toMatchObject([
    { type: 'wall' },
    { title: 'The lake in June', photos: [{ file: `files/${shot.photo_id}.webp` }] },
  ]);
  expect(entries.get(`files/${shot.photo_id}.webp`)!.subarray(8, 12).toString()).toBe('WEBP');
  expect(list('comments')).toMatchObject([
    { body: 'My comment', on: { type: 'activity_action', id: own } },
  ]);
  expect(list('reactions')).toMatchObject([{ on: { id: own } }]);
  expect(list('friends')).toMatchObject([{ friend: { id: friend.id, name: 'Bo' } }]);
  expect(list('blocked')).toMatchObject([{ member: { id: stranger.id } }]);
  expect(list('messages').map(({ body }) => body)).toEqual(['Come for tea', 'of nobody']);
  expect(list('devices').length).toBeGreaterThan(0);
  expect(text).not.toContain('Words of a friend');
  // A story ends after 24 hours for its owner as well; the archive stays for a week.
  const [, , storyFile] = new URL(story.body.response[0].image as string).pathname.split('/');
  expect(text).not.toContain('Only for a day');
  expect(
    [...entries.keys()].filter(
      (name) => name.startsWith(`files/${storyFile}.`) || name === 'stories.json',
    ),
  ).toEqual([]);
  expect(text).not.toContain('not for Ada');
  for (const secret of [`${friend.username}@`, 'somebody.else@', hash, 'token'])
    expect(text).not.toContain(secret);
});

test('a long history is read in batches and complete, in order', async () => {
  const member = await newMember();
  await db.execute(sql`
    insert into posts (author_id, subject_id, object_id, body, audience)
    select ${member.id}, ${member.id}, ${member.id}, 'Post ' || n, 'everyone'
    from generate_series(1, 1201) n`);
  const { list } = await download(member, await archiveOf(member));
  expect(list('posts').map(({ body }) => body)).toEqual(
    Array.from({ length: 1201 }, (_, index) => `Post ${index + 1}`),
  );
});

test('an archive can be downloaded by its owner alone, and for a week', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const id = await archiveOf(member);
  const status = async (as?: Member, path = `/media/export/${id}`) =>
    (await fetchFile(path, { as })).status;
  expect([
    await status(member),
    await status(other),
    await status(),
    await status(member, `/media/export/${id + 100}`),
  ]).toEqual([200, 404, 404, 404]);
  await db.execute(sql`update exports set expires_at = now() where id = ${id}`);
  expect(await status(member)).toBe(404);
});

const storedArchives = () => filesBelow(`${process.env.DATA_DIR}/media/exports`).length;

test('the file and the row of an archive are deleted after a week', async () => {
  const member = await newMember();
  const id = await archiveOf(member);
  await pruneExports();
  const before = storedArchives();
  expect(await exportRows(member)).toBe(1);
  await db.execute(sql`update exports set expires_at = now() where id = ${id}`);
  await pruneExports();
  expect([storedArchives(), await exportRows(member)]).toEqual([before - 1, 0]);
});

test('the archive of a purged account is deleted', async () => {
  const id = await archiveOf(await newMember());
  const before = storedArchives();
  await db.execute(sql`update exports set member_id = null where id = ${id}`);
  await pruneExports();
  expect(storedArchives()).toBe(before - 1);
});

test('an interrupted job leaves nothing incomplete, and makes the archive when it runs again', async () => {
  const member = await newMember();
  await startExport(member, password);
  const { id } = (await findLatestExport(member))!;
  const cut = new AbortController();
  cut.abort();
  await expect(makeExport(id, cut.signal)).rejects.toThrow();
  expect(await findLatestExport(member)).toMatchObject({ state: 'working' });
  expect(filesBelow(`${process.env.DATA_DIR}/uploads`)).toEqual([]);
  await makeExport(id, signal());
  expect(await findLatestExport(member)).toMatchObject({ state: 'ready', progress: 100 });
});

test('a job that runs again makes one archive and sends one mail', async () => {
  const member = await newMember();
  await startExport(member, password);
  const { id } = (await findLatestExport(member))!;
  await Promise.all([makeExport(id, signal()), makeExport(id, signal())]);
  await makeExport(id, signal());
  expect(await findLatestExport(member)).toMatchObject({ state: 'ready', progress: 100 });
  const mails = await db.execute(
    sql`
      select 1
      from jobs.job
      where name = 'mail'
        and data ->> 'about' = 'export-ready'
        and data ->> 'memberId' = ${String(member.id)}`,
  );
  expect(mails).toHaveLength(1);
  await download(member, id);
});

/** Sends a message with a photo; resolves to the file's name in an archive. */
async function sendPhoto(from: Member, conversation: number): Promise<string> {
  const message = await sendReply(from, conversation, 'Look');
  const [photo] = await db.execute<{ id: number }>(sql`
    with photo as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder, alt
      )
      values (
        ${from.id}, 'photo', ${`message${message}`}, 'image/webp', 1, 1600, 1200, '{320}', '',
        'A lamp'
      )
      returning id
    )
    insert into message_photos (media_id, message_id, position)
    select id, ${message}, 0
    from photo
    returning media_id as id`);
  return `files/${photo!.id}.webp`;
}

test('it contains the photos of messages that the member sees, and no others', async () => {
  const [member, friend, other, formerFriend] = [
    await newMember('Ada'),
    await newMember('Bo'),
    await newMember('Cy'),
    await newMember('Dee'),
  ];
  for (const one of [friend, other, formerFriend]) await befriend(member, one);
  for (const one of [other, formerFriend]) await befriend(friend, one);
  const [two, several, over, group] = [
    await start(friend, [member]),
    await start(friend, [member, other]),
    await start(friend, [member]),
    await start(formerFriend, [member, friend]),
  ];
  const seen = [
    await sendPhoto(friend, two),
    await sendPhoto(member, two),
    await sendPhoto(friend, several),
    await sendPhoto(formerFriend, group),
  ];
  await leaveConversation(member, several);
  const unseen = [
    await sendPhoto(friend, await start(friend, [other])),
    await sendPhoto(friend, several),
    await sendPhoto(friend, over),
  ];
  await deleteConversations(member, [over]);
  await block(member, formerFriend);
  unseen.push(await sendPhoto(formerFriend, group));
  const { entries, list } = await download(member, await archiveOf(member));
  expect([...entries.keys()].filter((name) => name.startsWith('files/')).toSorted()).toEqual(
    seen.toSorted(),
  );
  expect(list('messages').flatMap(({ photos }) => photos ?? [])).toEqual(
    seen.map((file) => ({ file, alt: 'A lamp' })),
  );
  for (const name of unseen) expect(JSON.stringify(list('messages'))).not.toContain(name);
  // The archive hides the names of blocked members in their old messages, like the screen does.
  expect(
    new Set(list('messages').map(({ from }) => (from as { name: string } | null)?.name)),
  ).toEqual(new Set(['Bo', 'Ada', undefined]));
});

/** Exceptions: tables about members whose rows are not in the archive, each with its reason. */
const leftOut: Record<string, string> = {
  comment_totals: 'counts',
  reaction_totals: 'counts',
  exports: 'the archives themselves',
  imports: 'the archives themselves',
  idempotency_keys: 'plumbing',
  email_tokens: 'secrets',
  login_challenges: 'secrets',
  recovery_codes: 'secrets',
  two_factor: 'secrets',
  passkey_challenges: 'secrets',
  known_devices: 'hashes that say nothing',
  push_subscriptions: 'keys of devices',
  notification_mails: 'sent already',
  notification_deliveries: 'not sent yet',
  notification_actors: 'what others did',
  story_views: 'what others told',
  stories: 'ended before the archive is',
  media_views: 'counts',
  profile_views: 'counts',
  album_views: 'counts',
  media_ratings: 'numbers',
  post_tags: 'with the posts',
  moderation_log: 'of the site',
  container_audit_log: 'of the page, group or event',
  container_invite_links: 'secrets',
  container_viewers: 'counts',
  event_reconfirmations: 'with the answers',
  event_reminders: 'sent already',
  event_series_answers: 'with the answers',
  ownership_offers: 'ended with the answer',
  page_featured_admins: 'of the page',
  contact_messages: 'of the site',
  invites: 'addresses of others',
  post_hashtags: 'with the posts',
  scheduled_media: 'with the posts',
  pending_media: 'with the posts',
  media: 'the files',
  ad_marks: 'counts',
  ad_ignored_clicks: 'counts',
  conversations: 'with the messages',
  conversation_members: 'with the messages',
};

test('each table that names members is in the archive or on the list of exceptions', async () => {
  const member = await newMember();
  const { exportSections } = await import('#domains/archive/export-sections.server.ts');
  const { PgDialect } = await import('drizzle-orm/pg-core');
  const asked = exportSections(member)
    .map(({ rows }) => new PgDialect().sqlToQuery(rows).sql)
    .join('\n');
  const named = await db.execute<{ name: string }>(sql`
    select distinct t.relname as name
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    where c.contype = 'f'
      and c.confrelid = 'members'::regclass
      and t.relnamespace = 'public'::regnamespace`);
  expect(
    named
      .map(({ name }) => name)
      .filter((name) => !leftOut[name] && !new RegExp(`(from|join) "?${name}\\b`).test(asked)),
  ).toEqual([]);
});

test('every column of a table of choices is in the archive, and none by accident', async () => {
  const { exportedSettings } = await import('#domains/archive/exported-settings.server.ts');
  for (const [table, { columns }] of exportedSettings()) {
    const found = await db.execute<{ name: string }>(sql`
      select column_name as name
      from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name <> 'member_id'`);
    expect([...columns].sort(), table).toEqual(found.map(({ name }) => name).sort());
  }
});

test('pages that the member owns, and reviews and memberships, are in it', async () => {
  const [member, other] = [await newMember('Ada'), await newMember('Bo')];
  const { addPage, call } = await import('../sitepages/page-world.ts');
  const own = await addPage(member, { title: 'Mill', body: 'An old mill.' });
  const foreign = await addPage(other, { title: 'Choir' });
  await call(member, 'POST', `/sitepage/join/${foreign}`);
  for (const [as, page] of [
    [member, own],
    [other, foreign],
  ] as const)
    await call(as, 'POST', `/sitepage/photos/addalbum/${page}`, { title: 'Harvest' });
  const { exportSections } = await import('#domains/archive/export-sections.server.ts');
  const read = async (file: string) => {
    const { rows } = exportSections(member).find(({ name }) => name === file)!;
    return (await db.execute<{ item: unknown }>(rows)).map(({ item }) => item);
  };
  expect(await read('containers.json')).toMatchObject([
    { type: 'sitepage_page', id: own, title: 'Mill', address: 'mill', state: 'open' },
  ]);
  expect(await read('pages.json')).toMatchObject([{ id: own, description: 'An old mill.' }]);
  expect(await read('container-albums.json')).toMatchObject([
    { container: { type: 'sitepage_page', id: own }, title: 'Harvest', own_photos: null },
  ]);
  expect(await read('memberships.json')).toMatchObject([
    { container: { id: own }, role: 30 },
    { container: { id: foreign, title: 'Choir' }, state: 'member' },
  ]);
  // A follower of a page that is secret now does not know its new name; neither does its reviewer.
  await call(member, 'POST', `/sitepage/reviews/create/${foreign}`, {
    rating: 4,
    title: 'Good',
    body: 'They sing very well, all of them.',
  });
  await db.execute(sql`
    update memberships set state = 'none', is_following = true
    where id = ${foreign} and member_id = ${member.id}`);
  await db.execute(sql`
    update containers set title = 'Hidden name', visibility = 'members', is_listed = false
    where id = ${foreign}`);
  expect(await read('memberships.json')).toMatchObject([
    { container: { id: own, title: 'Mill' } },
    { container: { id: foreign, title: 'a page' }, following: true },
  ]);
  expect(await read('page-reviews.json')).toMatchObject([
    { page: { id: foreign, title: 'a page' }, title: 'Good' },
  ]);
});
