// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { unsubscribePath } from '../support/unsubscribe-link.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
});
afterAll(() => server.stop());

test('the unsubscribe link works without log-in: opening it changes nothing, one request of a mail program does', async () => {
  const mailed = async () => {
    const path = '/api/rest/members/settings/advancednotifications';
    const answer = await fetch(`${server.origin}${path}`, { headers: ada.headers });
    const { body } = (await answer.json()) as { body: { formValues: { email_commented: string } } };
    return body.formValues.email_commented;
  };
  const url = `${server.origin}${await unsubscribePath(server, ada)}`;
  for (const method of ['GET', 'HEAD'])
    expect((await fetch(url, { method })).status, method).toBe(200);
  expect(await mailed()).toBe('at_once');
  const tampered = `${url.slice(0, -4)}${url.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  expect((await fetch(tampered)).status).toBe(404);
  expect(
    (
      await fetch(tampered, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
    ).status,
  ).toBe(404);
  expect(
    (
      await fetch(url, {
        method: 'POST',
        headers: { origin: 'https://elsewhere.example' },
        body: '',
      })
    ).status,
  ).toBe(403);
  expect(await mailed()).toBe('at_once');
  // As in RFC 8058, in both encodings, and once more.
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  const answers = [
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
    }),
    await fetch(url, { method: 'POST', body: form, redirect: 'manual' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]!.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await mailed()).toBe('off');
});

/** A video on that post that has just been processed, a story, and an album with a photo. */
async function addCys(cy: ApiMember, post: number) {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const add = async (kind: 'photo' | 'video') => {
    const [row] = await sql`
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder
      )
      values (
        ${cy.id}, ${kind}, ${`of cy ${kind}`}, ${kind === 'photo' ? 'image/webp' : 'video/mp4'}, 1,
        640, 360, '{320}', ''
      )
      returning id`;
    return Number(row!.id);
  };
  const [video, still, photo] = [await add('video'), await add('photo'), await add('photo')];
  await sql`
    insert into attachments (post_id, position, type, media_id, body, video_type)
    values (${post}, 0, 'video', ${video}, '', 3)`;
  await sql`update posts set attachment_count = 1 where id = ${post}`;
  await sql`
    with inserted as (
      insert into notifications (
        recipient_id, type, subject_type, subject_id, context_type, context_id, group_key
      )
      values (
        ${cy.id}, 'video_processed', 'video', ${video}, 'post', ${post},
        ${`video_processed:video:${video}`}
      )
      returning id
    )
    insert into notification_actors (notification_id, actor_id)
    select id, ${cy.id}
    from inserted`;
  const [story] = await sql`
      insert into stories (owner_id, media_id, audience)
      values (${cy.id}, ${still}, 'friends')
      returning id`;
  const [album] = await sql`
      insert into albums (owner_id, title, audience)
      values (${cy.id}, 'Pears', 'everyone')
      returning id`;
  await sql`
    insert into album_photos (album_id, media_id, position) values (${album!.id}, ${photo}, 0)`;
  const [member] = await sql`select username from members where id = ${cy.id}`;
  await sql.end();
  return {
    video,
    photo,
    story: Number(story!.id),
    album: Number(album!.id),
    username: String(member!.username),
  };
}

test('the destination of every notification exists', async () => {
  const [cy, dee] = [await memberOf(server, 'Cy'), await memberOf(server, 'Dee')];
  await act(server, cy, '/user/add', { user_id: dee.id });
  await act(server, dee, '/user/confirm', { user_id: cy.id });
  await act(server, bo, '/user/add', { user_id: cy.id });
  const id = await writePost(server, cy, freshText('Pears'));
  await act(server, dee, '/advancedactivity/like', { action_id: id });
  const { comment_id } = await act<{ comment_id: number }>(
    server,
    cy,
    '/advancedactivity/comment',
    { action_id: id, body: 'Ripe' },
  );
  await act(server, dee, '/advancedactivity/comment', { action_id: id, body: 'Are they?' });
  await act(server, dee, '/advancedactivity/comment', {
    action_id: id,
    comment_id,
    body: 'Indeed',
  });
  await act(server, dee, '/activity/share', { type: 'activity_action', id, body: '' });
  await act(server, dee, '/advancedactivity/feeds/post', {
    body: 'With Cy',
    toValues: String(cy.id),
    auth_view: 'everyone',
    type: '',
  });
  await act(server, dee, '/messages/compose', {
    toValues: cy.id,
    title: 'Pears',
    body: 'May I have one?',
  });
  const filmed = await writePost(server, cy, freshText('A film'));
  const { video, story, album, photo, username } = await addCys(cy, filmed);
  await act(server, dee, '/advancedactivity/feeds/post', {
    body: `Ask @${username}`,
    auth_view: 'everyone',
    type: '',
  });
  await act(server, dee, '/comment-create', {
    subject_type: 'video',
    subject_id: video,
    body: 'Again!',
  });
  await act(server, dee, '/comment-create', {
    subject_type: 'album_photo',
    subject_id: photo,
    body: 'Where is that?',
  });
  await act(server, dee, '/like', { subject_type: 'sitestories_story', subject_id: story });
  const answer = await fetch(`${server.origin}/api/rest/notifications?limit=50`, {
    headers: cy.headers,
  });
  const { recentUpdates } = (
    (await answer.json()) as {
      body: { recentUpdates: Array<{ type: string; url: string | null }> };
    }
  ).body;
  expect(recentUpdates.map(({ type }) => type).toSorted()).toEqual([
    'commented',
    'commented',
    'commented',
    'friend_accepted',
    'friend_request',
    'liked',
    'liked',
    'mentioned',
    'message_new',
    'replied',
    'shared',
    'tagged',
    'video_processed',
    'welcome',
  ]);
  const open = (url: string | null) =>
    fetch(`${server.origin}${url}`, { headers: { cookie: cy.cookie } });
  for (const { type, url } of recentUpdates) {
    const page = await open(url);
    expect([type, page.status, new URL(page.url).pathname], `${type}: ${url}`).toEqual([
      type,
      200,
      expect.stringMatching(/^\/(posts|profile|messages|albums|stories)\/\d+/),
    ]);
  }
  // One of each type, opened at its destination; the video is visible there.
  expect(recentUpdates.map(({ url }) => url?.replace(/[?#].*/, ''))).toEqual(
    expect.arrayContaining([
      `/posts/${id}`,
      `/posts/${filmed}`,
      `/profile/${cy.id}/videos/${video}`,
      `/albums/${album}`,
      `/stories/${story}`,
    ]),
  );
  for (const url of [`/posts/${filmed}`, `/profile/${cy.id}/videos/${video}`])
    expect(await (await open(url)).text(), url).toContain(`/media/${video}/`);
});
