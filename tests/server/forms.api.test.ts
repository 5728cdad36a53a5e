import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';

// Submits forms as a browser without script does: to their own screen.

let server: TestServer;
let ada: ApiMember;
let bo: ApiMember;
let post: number;

beforeAll(async () => {
  server = await startServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  post = await writePost(server, bo, 'Ripe tomatoes');
});
afterAll(() => server.stop());

interface Sent {
  status: number;
  location: string | null;
  cookies: string[];
  html: string;
}

const request = (who: ApiMember | undefined, path: string, init: RequestInit = {}) =>
  fetch(server.origin + path, {
    redirect: 'manual',
    ...init,
    headers: {
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...(who ? { cookie: who.cookie } : {}),
      ...init.headers,
    },
  });

async function submit(
  who: ApiMember | undefined,
  path: string,
  fields: Record<string, string>,
  headers = {},
): Promise<Sent> {
  const answer = await request(who, path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    cookies: answer.headers.getSetCookie(),
    html: await answer.text(),
  };
}

const read = async (who: ApiMember, path: string) => (await request(who, path)).text();
const count = (html: string, text: string) => html.split(text).length - 1;
const createPost = 'POST /advancedactivity/feeds/post';
const commentOn = (id: number) => `POST /advancedactivity/comment?action_id=${id}`;

test('a post is created, and the member returns to the same screen with a notice', async () => {
  const body = freshText('Written without script');
  const sent = await submit(ada, '/home', {
    call: createPost,
    idempotency_key: body,
    body,
    auth_view: 'onlyme',
  });
  expect(sent).toMatchObject({ status: 303, location: '/home' });
  const [notice] = sent.cookies;
  const home = await (
    await request(ada, '/home', { headers: { cookie: `${ada.cookie}; ${notice!.split(';')[0]}` } })
  ).text();
  expect(home).toContain('Post Created');
  expect(home).toContain(body);
  expect(await read(bo, '/home')).not.toContain(body);
});

test('submitted twice, with a key, a text is one post', async () => {
  const [first, second] = [freshText('Once'), freshText('Changed')];
  const key = freshText('key');
  const fields = { call: createPost, idempotency_key: key, auth_view: 'everyone' };
  await Promise.all([
    submit(ada, '/home', { ...fields, body: first }),
    submit(ada, '/home', { ...fields, body: first }),
  ]);
  await submit(ada, '/home', { ...fields, body: second });
  await submit(ada, '/home', { ...fields, body: second });
  // As scripts send it, with the key of the form.
  await fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, {
    method: 'POST',
    headers: { ...ada.headers, 'idempotency-key': key },
    body: new URLSearchParams({
      body: first,
      auth_view: 'everyone',
      language: 'en',
      type: '',
      post_attach: '0',
    }),
  });
  const response = await fetch(`${server.origin}/api/rest/advancedactivity/feeds?limit=50`, {
    headers: ada.headers,
  });
  const bodies = (
    (await response.json()) as { body: { data: { feed: { body: string } }[] } }
  ).body.data.map(({ feed }) => feed.body);
  expect(bodies.filter((body) => body === first)).toHaveLength(1);
  expect(bodies.filter((body) => body === second)).toHaveLength(1);
});

test('refused text stays in its field, with the reason beside it', async () => {
  const body = 'a'.repeat(1_001);
  const sent = await submit(ada, `/posts/${post}`, { call: commentOn(post), body });
  expect(sent.status).toBe(400);
  expect(sent.html).toContain(`>${body}</textarea>`);
  expect(sent.html).toMatch(/class="field-error"[^>]*role="alert"[^>]*>[^<]*1000/);
  const empty = await submit(ada, '/home', { call: createPost, body: ' ', auth_view: 'friends' });
  expect(empty.status).toBe(400);
  expect(empty.html).toContain('Post cannot be empty');
  expect(empty.html).toMatch(/<option value="friends" selected/);
});

test('a comment redirects to itself', async () => {
  const body = freshText('A comment');
  const sent = await submit(ada, `/posts/${post}`, { call: commentOn(post), body });
  expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/^\/comments\/\d+$/) });
  expect(await read(ada, `/posts/${post}`)).toContain(body);
});

const commentBy = async (who: ApiMember) =>
  (
    await act<{ comment_id: number }>(server, who, '/advancedactivity/comment', {
      action_id: post,
      body: freshText('A comment'),
    })
  ).comment_id;

test('a reply is written from the options of a comment', async () => {
  const id = await commentBy(ada);
  const reply = freshText('A reply');
  const options = await read(bo, `/comments/${id}/options`);
  expect(options).toContain(
    `POST /comment-create?subject_type=activity_action&amp;subject_id=${post}&amp;comment_id=${id}`,
  );
  await submit(bo, `/comments/${id}/options`, {
    call: `POST /comment-create?subject_type=activity_action&subject_id=${post}&comment_id=${id}`,
    body: reply,
  });
  expect(await read(ada, `/posts/${post}`)).toContain(reply);
});

test('a reaction leads back to its post', async () => {
  const like = await submit(ada, '/home', {
    call: `POST /advancedactivity/like?action_id=${post}&reaction=love`,
  });
  expect(like).toMatchObject({ status: 303, location: `/home#${post}-author` });
  expect(await read(ada, `/posts/${post}`)).toContain('Love: your reaction');
});

test('a comment is changed and deleted from its options', async () => {
  const id = await commentBy(ada);
  const changed = freshText('Changed');
  await submit(ada, `/comments/${id}/options`, {
    call: `POST /advancedcomments/reply-edit?subject_type=activity_action&subject_id=${post}&comment_id=${id}`,
    body: changed,
  });
  expect(await read(ada, `/posts/${post}`)).toContain(changed);
  const deletion = await submit(ada, `/comments/${id}/options`, {
    call: `DELETE /comment-delete?subject_type=activity_action&subject_id=${post}&comment_id=${id}`,
    next: `/posts/${post}`,
  });
  expect(deletion).toMatchObject({ status: 303, location: `/posts/${post}` });
  expect(await read(ada, `/posts/${post}`)).not.toContain(changed);
});

test('a post is shared, edited, saved, hidden, reported and deleted', async () => {
  const own = await writePost(server, ada, 'First words');
  const path = `/posts/${own}/options`;
  const edited = freshText('Better words');
  expect(
    await submit(ada, path, {
      call: `POST /advancedactivity/edit-feed?action_id=${own}`,
      body: edited,
      auth_view: 'friends',
    }),
  ).toMatchObject({ status: 303, location: `/posts/${own}` });
  expect(await read(ada, `/posts/${own}`)).toContain(edited);
  await submit(ada, path, { call: `DELETE /advancedactivity/delete?action_id=${own}` });
  expect((await request(ada, `/posts/${own}`)).status).toBe(404);

  const other = await writePost(server, bo, freshText('Of another'));
  const options = `/posts/${other}/options`;
  const share = await submit(ada, options, {
    call: `POST /activity/share?type=activity_action&id=${other}`,
    body: 'Look',
  });
  expect(share.location).toMatch(/^\/posts\/\d+$/);
  await submit(ada, options, {
    call: `POST /advancedactivity/update-save-feed?action_id=${other}`,
  });
  expect(await read(ada, options)).toContain('Unsave Post');
  const refused = await submit(ada, options, {
    call: `POST /report/create?type=activity_action&id=${other}`,
    category: 'spam',
    description: '',
  });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('Details are required');
  expect(
    await submit(ada, options, {
      call: `POST /report/create?type=activity_action&id=${other}`,
      category: 'spam',
      description: 'Only spam',
    }),
  ).toMatchObject({ status: 303 });
  await submit(ada, options, {
    call: `POST /advancedactivity/feeds/hide-item?type=activity_action&id=${other}`,
  });
  expect(await read(ada, '/home')).not.toContain(`data-post="${other}"`);
});

async function conversation(): Promise<string> {
  const { conversation: made } = await act<{ conversation: { conversation_id: number } }>(
    server,
    bo,
    '/messages/compose',
    { toValues: ada.id, title: 'Hello', body: 'Tea?' },
  );
  return `/messages/${made.conversation_id}`;
}

test('a message submitted twice with a key is sent once', async () => {
  const path = await conversation();
  const call = `POST ${path.replace('messages', 'messages/view')}`;
  const body = freshText('With pleasure');
  const twice = { call, idempotency_key: freshText('key'), body };
  expect(await submit(ada, path, twice)).toMatchObject({ status: 303, location: path });
  await submit(ada, path, twice);
  const shown = await fetch(
    `${server.origin}/api/rest${path.replace('messages', 'messages/view')}`,
    { headers: ada.headers },
  );
  expect(count(await shown.text(), `"body":"${body}"`)).toBe(1);
  expect(await read(ada, path)).toContain(
    `<form class="message-input" action="${path}" method="post">`,
  );
});

test('a refused message stays in the form and in no URL', async () => {
  const path = await conversation();
  const call = `POST ${path.replace('messages', 'messages/view')}`;
  const refused = await submit(ada, path, { call, body: 'b'.repeat(5_001) });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(`>${'b'.repeat(5_001)}</textarea>`);
});

test('the rules of calls apply: origin, blocks, unknown calls, signed out', async () => {
  const body = freshText('Not this way');
  expect(
    (await submit(ada, '/home', { call: createPost, body }, { 'sec-fetch-site': 'cross-site' }))
      .status,
  ).toBe(403);
  expect((await submit(ada, '/home', { call: 'POST /login', email: ada.email })).status).toBe(400);
  expect(
    (await submit(ada, '/home', { call: 'POST /advancedactivity/feeds/post?body=a', body })).status,
  ).toBe(400);
  const signedOut = await submit(undefined, `/posts/${post}`, { call: commentOn(post), body });
  expect(signedOut.html).toContain(`>${body}</textarea>`);
  expect(signedOut.html).toContain('You are signed out');
  expect(signedOut.html).toContain(`action="/login?next=%2Fposts%2F${post}"`);

  const cy = await memberOf(server, 'Cy', 'Moss');
  await act(server, bo, '/block/add', { user_id: cy.id });
  const blocked = await submit(cy, `/posts/${post}`, { call: commentOn(post), body });
  expect(blocked.status).toBe(404);
  expect(blocked.html).toContain(`>${body}</textarea>`);
  expect(await read(bo, `/posts/${post}`)).not.toContain(body);
});

test('a redirecting button leads only to screens of this site', async () => {
  expect(await submit(ada, '/home', { go: `/posts/${post}#comment` })).toMatchObject({
    status: 303,
    location: `/posts/${post}#comment`,
  });
  expect(await submit(ada, '/home', { go: 'https://evil.example/' })).toMatchObject({
    status: 303,
    location: '/home',
  });
});
