import { globSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCall } from '#server/form-calls.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { act, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { startServer, type TestServer } from '../support/server.ts';

/*
 * Reads every screen as served and looks at its forms and controls: nothing that somebody types can get into an address, and
 * whatever is shown where no script runs does something there.
 */

let server: TestServer;
let ada: ApiMember;
let bo: ApiMember;
let mod: ApiMember;
/** For each route, the addresses that are looked at. */
let addresses: Record<string, string[]>;

const token = 'a'.repeat(64);

beforeAll(async () => {
  server = await startServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  mod = await memberOf(server, 'Mo', 'Derator');
  const stranger = await memberOf(server, 'Cy', 'Moss');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mod.id}`;
  await act(server, ada, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: ada.id });
  await act(server, stranger, '/user/add', { user_id: ada.id });
  const own = await writePost(server, ada, 'Mine');
  const post = await writePost(server, bo, 'Ripe tomatoes');
  const [photo] = await putPhotos(server, bo, post, [{ width: 640, height: 480 }]);
  const comment = await act<{ comment_id: number }>(server, ada, '/advancedactivity/comment', { action_id: post, body: 'Lovely' });
  await act(server, bo, '/advancedactivity/comment', { action_id: post, comment_id: comment.comment_id, body: 'Thanks' });
  await act(server, bo, '/report/create', { type: 'activity_comment', id: comment.comment_id, category: 'spam', description: 'No' });
  const { conversation } = await act<{ conversation: { conversation_id: number } }>(server, bo, '/messages/compose', { toValues: ada.id, title: 'Hello', body: 'Tea?' });
  const [story] = await sql<{ id: number }[]>`
    with file as (
      insert into media (owner_id, kind, content_hash, mime_type, byte_length, width, height, widths, placeholder)
      values (${bo.id}, 'photo', md5(random()::text), 'image/webp', 1, 900, 1600, '{480}', '') returning id)
    insert into stories (owner_id, media_id, body, audience, created_at)
    select ${bo.id}, id, 'Look', 'everyone', now() from file returning id`;
  const [album] = await sql<{ id: number }[]>`select id from albums where owner_id = ${bo.id} order by id limit 1`;
  await sql.end();
  const profile = (tab: string) => [`/profile/${ada.id}${tab}`, `/profile/${bo.id}${tab}`, `/profile/${stranger.id}${tab}`];
  addresses = {
    '/404': ['/nothing-here'],
    '/500': [],
    '/': ['/'],
    '/admin/reports': ['/admin/reports'],
    '/albums/[id]': album ? [`/albums/${album.id}`] : [],
    '/api/docs': ['/api/docs'],
    '/comments/[id]': [`/comments/${comment.comment_id}`],
    '/comments/[id]/options': [`/comments/${comment.comment_id}/options`],
    '/comments/[id]/photo/[mediaId]': [],
    '/confirm-email/[code]/[uid]': [`/confirm-email/${token}/${ada.id}`],
    '/contact': ['/contact'],
    '/first-administrator/[code]': ['/first-administrator/none'],
    '/forgot-password': ['/forgot-password'],
    '/friends': ['/friends'],
    '/friends/suggestions': ['/friends/suggestions'],
    '/help/[text]': ['/help/terms'],
    '/home': ['/home', '/home?hashtag=tea'],
    '/invite': ['/invite'],
    '/login': ['/login'],
    '/login/two-factor': ['/login/two-factor'],
    '/logout': ['/logout'],
    '/messages/[...id]': ['/messages', `/messages/${conversation.conversation_id}`, '/messages?folder=requests'],
    '/messages/[id]/options': [`/messages/${conversation.conversation_id}/options`],
    '/messages/new': ['/messages/new', `/messages/new?to=${bo.id}`],
    '/notifications': ['/notifications'],
    '/posts/[id]': [`/posts/${own}`, `/posts/${post}`],
    '/posts/[id]/options': [`/posts/${own}/options`, `/posts/${post}/options`],
    '/posts/[id]/[kind]/[mediaId]': [`/posts/${post}/photo/${photo}`],
    '/profile/[id]': profile(''),
    '/profile/[id]/albums': profile('/albums'),
    '/profile/[id]/albums/[albumId]': [],
    '/profile/[id]/albums/[albumId]/photo/[mediaId]': [],
    '/profile/[id]/friends': profile('/friends'),
    '/profile/[id]/info': profile('/info'),
    '/profile/[id]/posts': profile('/posts'),
    '/profile/[id]/stories': profile('/stories'),
    '/profile/[id]/videos': profile('/videos'),
    '/profile/[id]/videos/[videoId]': [],
    '/profile/edit': ['/profile/edit'],
    '/profile/edit/photo': ['/profile/edit/photo'],
    '/profile/view-as': ['/profile/view-as'],
    '/profile/view-as/[who]/[tab]': ['/profile/view-as/visitor/posts'],
    '/report/[type]/[id]': [`/report/user/${bo.id}`, `/report/sitestories_story/${story!.id}`],
    '/reset-password/[code]/[uid]': [`/reset-password/${token}/${ada.id}`],
    '/search': ['/search', '/search?q=bo'],
    '/signup': ['/signup'],
    '/signup/verify': ['/signup/verify'],
    '/signup/verify/email/[email]/token/[token]/verify/[code]': [`/signup/verify/email/x@example.org/token/${token}/verify/123456`],
    '/stories/[id]': [`/stories/${story!.id}`],
    '/unsubscribe/[token]': [`/unsubscribe/${token}`],
  };
  const settings = ['', 'advancednotifications', 'appearance', 'blocked', 'change-password', 'delete-account', 'devices', 'export', 'import', 'notifications', 'passkeys', 'privacy', 'subscriptions', 'two-factor'];
  for (const screen of settings) {
    const path = `/profile/settings${screen && `/${screen}`}`;
    addresses[path] = [path];
  }
});
afterAll(() => server.stop());

interface Control {
  tag: string;
  attributes: Record<string, string>;
  form?: Form | undefined;
  isScripted: boolean;
}

interface Form {
  attributes: Record<string, string>;
}

/** The forms and controls of a page. */
function controlsOf(html: string): { forms: Form[]; controls: Control[]; popovers: Map<string, number> } {
  const forms: Form[] = [];
  const controls: Control[] = [];
  const popovers = new Map<string, number>();
  const open: { isScripted: boolean; form: Form | undefined; popover?: string | undefined }[] = [{ isScripted: false, form: undefined }];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const above = open.at(-1)!;
      const isScripted = above.isScripted || /\bneeds-script\b/.test(attributes.class ?? '') || 'hidden' in attributes;
      const form = tag === 'form' ? { attributes } : above.form;
      if (tag === 'form') forms.push(form!);
      if (['button', 'input', 'select', 'textarea'].includes(tag)) controls.push({ tag, attributes, isScripted, form });
      const popover = 'popover' in attributes ? attributes.id! : above.popover;
      const isAlive = tag === 'a' || (tag === 'button' && attributes.type !== 'button');
      if (popover) popovers.set(popover, (popovers.get(popover) ?? 0) + Number(isAlive && !isScripted));
      open.push({ isScripted, form, popover });
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  const byId = new Map(forms.map((form) => [form.attributes.id, form]));
  for (const control of controls) if (control.attributes.form) control.form = byId.get(control.attributes.form);
  return { forms, controls, popovers };
}

const shown = ({ tag, attributes }: Pick<Control, 'tag' | 'attributes'>) =>
  `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value.slice(0, 40)}"`).join(' ')}>`;

/** A search is meant to be a link; nothing else that is typed is. */
const isSearch = ({ attributes }: Form) => attributes.role === 'search';

function formProblems({ forms, controls, popovers }: ReturnType<typeof controlsOf>): string[] {
  const problems: string[] = [];
  for (const form of forms) {
    const { method, action } = form.attributes;
    if (method === 'dialog') continue;
    const fields = controls.filter((one) => one.form === form && one.attributes.name && one.attributes.type !== 'hidden');
    const isPlainSearch = isSearch(form) && fields.every(({ attributes }) => attributes.type === 'search') && fields.length === 1;
    if (!action || !(method === 'post' || isPlainSearch)) problems.push(shown({ tag: 'form', ...form }));
  }
  for (const control of controls) {
    const { tag, attributes, form, isScripted } = control;
    const type = attributes.type ?? (tag === 'button' ? 'submit' : 'text');
    if ('formmethod' in attributes || 'formaction' in attributes) problems.push(shown(control));
    if (attributes.name === 'call') {
      expect(findCall(attributes.value!).handler.form, attributes.value).toBeDefined();
    }
    if (isScripted || 'disabled' in attributes || 'readonly' in attributes || type === 'hidden') continue;
    // The style sheet takes buttons away that neither send a form nor open what the browser can open.
    const opened = attributes.popovertarget;
    if (opened && !popovers.get(opened)) problems.push(`${shown(control)} opens nothing`);
    if (tag === 'button' && type === 'button') continue;
    if (!form) problems.push(shown(control));
  }
  return problems;
}

const readAs = (who: ApiMember | undefined, path: string) =>
  fetch(server.origin + path, { headers: { accept: 'text/html', ...(who ? { cookie: who.cookie } : {}) } });

test('every route is looked at', () => {
  const routes = globSync('src/pages/**/*.astro')
    .map((file) => file.replace(/^src\/pages/, '').replace(/\.astro$/, '').replace(/\/index$/, '') || '/')
    .filter((route) => !route.startsWith('/for-members'));
  expect(Object.keys(addresses).sort()).toEqual(routes.sort());
});

describe.each(['visitor', 'member', 'author', 'moderator'] as const)('as %s', (who) => {
  test('no form puts what is typed into an address, and no control is dead without script', async () => {
    const reader = { visitor: undefined, member: ada, author: bo, moderator: mod }[who];
    const problems: Record<string, string[]> = {};
    let forms = 0;
    for (const path of Object.values(addresses).flat()) {
      const answer = await readAs(reader, path);
      const page = controlsOf(await answer.text());
      expect(answer.status, path).toBeLessThan(500);
      const found = formProblems(page);
      if (found.length) problems[path] = found;
      forms += page.forms.length;
    }
    expect(problems).toEqual({});
    expect(forms).toBeGreaterThan(10);
  }, 60_000);
});
