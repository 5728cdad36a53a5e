import { beforeAll, describe, expect, test } from 'vitest';
import { roles } from '#domains/containers/container-access.rules.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { readPost } from '#domains/posts/posts.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, givePassword } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addGroup, addToGroup, call } from './group-world.ts';

let owner: Member;
let other: Member;
let third: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  other = await addMember({ name: 'Otto' });
  third = await addMember({ name: 'Tess' });
});

const titles = (answer: { body?: { response: Array<{ title: string }> } }) =>
  answer.body!.response.map(({ title }) => title);
const names = (items: Array<{ name: string }>) => items.map(({ name }) => name);
const view = async (as: Member | undefined, id: number) =>
  (await call(as, 'GET', `/groups/view/${id}`)).body?.response;

describe('a group', () => {
  test('is created, read, changed, archived and deleted by its owner', async () => {
    const created = await call(owner, 'POST', '/groups/create', {
      title: 'Sourdough',
      category_id: 11,
      description: 'Bread and starters.',
      location: 'Old town',
      rules: 'Be kind.',
    });
    expect(created.body.response).toMatchObject({
      title: 'Sourdough',
      category_title: 'Hobbies & Crafts',
      user_id: owner.id,
      membership: 'owner',
      member_count: 1,
      search: 1,
      approval: 0,
      auth_view: 'everyone',
      auth_comment: 'registered',
      auth_photo: 'member',
      auth_invite: 'member',
      rules: 'Be kind.',
    });
    const id = created.body.response.group_id as number;
    const seen = await call(other, 'GET', `/groups/view/${id}`);
    expect(names(seen.body.gutterMenu)).toEqual(['join']);
    expect(seen.body.gutterMenu[0].url).toBe(`groups/member/join/${id}`);
    expect(names(seen.body.profile_tabs)).toEqual(['update', 'members', 'photos']);
    expect((await call(other, 'GET', `/groups/edit/${id}`)).status).toBe(401);
    expect((await call(other, 'POST', `/groups/edit/${id}`, { title: 'X' })).status).toBe(401);
    expect((await call(owner, 'PUT', `/groups/edit/${id}`, { title: 'Rye' })).status).toBe(200);
    expect(await view(other, id)).toMatchObject({ title: 'Rye', location: 'Old town' });
    const form = await call(owner, 'GET', `/groups/edit/${id}`);
    expect(form.body.formValues).toMatchObject({
      title: 'Rye',
      auth_view: 'everyone',
      category_id: 11,
    });
    // Native clients draw each field that has a value.
    expect(names(form.body.form)).toEqual(
      expect.arrayContaining(Object.keys(form.body.formValues)),
    );
    await call(owner, 'POST', `/groups/archive/${id}`);
    expect(await view(other, id)).toMatchObject({ closed: 1, can_post: 0 });
    expect((await call(other, 'POST', `/groups/member/join/${id}`)).status).toBe(401);
    await call(owner, 'POST', `/groups/archive/${id}`, { archive: 0 });
    expect((await call(other, 'DELETE', `/groups/delete/${id}`)).status).toBe(401);
    const password = await givePassword(owner);
    expect((await call(owner, 'DELETE', `/groups/delete/${id}`, { password })).status).toBe(200);
    expect((await call(owner, 'GET', `/groups/view/${id}`)).status).toBe(404);
  });

  test('its id may be a field, or a pair in the path', async () => {
    const id = await addGroup(owner, { title: 'Found' });
    for (const path of ['/groups/view/group_id', '/groups/edit/group_id', '/groups/view/id'])
      expect((await call(owner, 'GET', `${path}/${id}`)).status, path).toBe(200);
    const viewed = await call(other, 'GET', '/groups/view', { group_id: id });
    expect(viewed.body.response.title).toBe('Found');
    const joined = await call(other, 'POST', '/groups/member/join', { group_id: id });
    expect(joined.body).toMatchObject({ membership: 'member' });
    expect((await call(other, 'PUT', '/groups/edit', { group_id: id, title: 'X' })).status).toBe(
      401,
    );
    for (const group_id of ['', 'x', 0])
      expect((await call(owner, 'GET', '/groups/view', { group_id })).status).toBe(400);
    expect((await call(owner, 'GET', '/groups/view')).error_code).toBe('parameter_missing');
  });

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(65) }, 'title'],
    [{ description: '' }, 'description'],
    [{ category_id: 999 }, 'category_id'],
    [{ auth_view: 'nobody' }, 'auth_view'],
    [{ privacy: 'hidden' }, 'privacy'],
    [{ slow_mode: 90_000 }, 'slow_mode'],
  ])('is refused with %o', async (fields, field) => {
    const answer = await call(owner, 'POST', '/groups/create', {
      title: 'Bakers',
      category_id: 11,
      description: 'We bake.',
      ...fields,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.message as object)).toEqual([field]);
  });

  type Form = Array<{ name: string; value?: string | number }>;
  const valuesOf = (form: Form) =>
    Object.fromEntries(
      form.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    );

  test('a client that sends all values of the served form creates such a group', async () => {
    const { body: form } = await call(owner, 'GET', '/groups/create');
    const open = await addGroup(owner, { title: 'By form', ...valuesOf(form) });
    const expected = { search: 1, approval: 0, auth_view: 'everyone', auth_members: 'registered' };
    expect(await view(other, open)).toMatchObject({ ...expected, allow_to_view: 1 });
    const secret = await addGroup(owner, { ...valuesOf(form), auth_view: 'member', search: 0 });
    expect((await call(other, 'GET', `/groups/view/${secret}`)).status).toBe(404);
    // Nothing else in the form says who reads it.
    expect(names(form)).not.toContain('privacy');
  });

  test.each(['open', 'closed', 'secret'])(
    'the served form of one that is %s, sent back, changes nothing',
    async (privacy) => {
      const fields = { privacy, newcomer_posts: 3, slow_mode: 60, auth_photo: 'officer' };
      const id = await addGroup(owner, { ...fields, question1: 'Why?' });
      await db.execute(sql`
        insert into memberships (type, id, member_id, state, role)
        values ('group', ${id}, ${other.id}, 'member', ${roles.moderator})`);
      const read = async () => {
        const { modified_date: _, ...group } = await view(owner, id);
        return group;
      };
      const before = await read();
      const { formValues } = (await call(owner, 'GET', `/groups/edit/${id}`)).body;
      for (const editor of [owner, other])
        expect((await call(editor, 'PUT', `/groups/edit/${id}`, formValues)).status).toBe(200);
      expect(await read()).toEqual(before);
      const narrower = { ...formValues, auth_view: 'member', search: 0 };
      expect((await call(owner, 'PUT', `/groups/edit/${id}`, narrower)).status).toBe(200);
      expect((await call(third, 'GET', `/groups/view/${id}`)).status).toBe(404);
    },
  );

  test('its creation is in the feed only where everybody reads it', async () => {
    const open = await addGroup(owner, { title: 'In the feed' });
    const closed = await addGroup(owner, { title: 'Not in the feed', privacy: 'closed' });
    const rows = await db.execute<{ itemId: number }>(sql`
      select item_id::int as "itemId" from posts where type = 'group_create'`);
    const announced = rows.map(({ itemId }) => itemId);
    expect(announced).toContain(open);
    expect(announced).not.toContain(closed);
  });

  test('its creation shows it with a way to join only to who joins by one press', async () => {
    const cardOf = async (id: number, viewer: Viewer) => {
      const [post] = await db.execute<{ id: number }>(sql`
        select id from posts where type = 'group_create' and item_id = ${id}`);
      const { feed } = await readPost(viewer, Number(post!.id));
      return feed.attachment[0];
    };
    const id = await addGroup(owner, { title: 'Joined by a press' });
    const card = { attachment_type: 'group', attachment_id: id, title: 'Joined by a press' };
    const container = { cover: '', member_count: 1 };
    const join = `POST /groups/member/join/${id}`;
    expect(await cardOf(id, other)).toMatchObject({ ...card, container: { ...container, join } });
    expect(await cardOf(id, owner)).toMatchObject({ ...card, container });
    expect((await cardOf(id, owner))!.container).not.toHaveProperty('join');
    expect(await cardOf(id, visitor)).not.toHaveProperty('container');
    const banned = await addMember();
    await addToGroup(owner, id, banned);
    await call(owner, 'POST', `/groups/member/ban/${id}`, { user_id: banned.id });
    expect((await cardOf(id, banned))!.container).not.toHaveProperty('join');
    await call(owner, 'PUT', `/groups/edit/${id}`, { rules: 'Be kind.' });
    expect((await cardOf(id, other))!.container).not.toHaveProperty('join');
    await call(owner, 'PUT', `/groups/edit/${id}`, { privacy: 'closed' });
    await expect(cardOf(id, other)).rejects.toMatchObject({ code: 'no_record' });
  });
});

describe('lists', () => {
  test('search, category, order, owner and total', async () => {
    const me = await addMember({ name: 'Lena' });
    const first = await addGroup(me, { title: 'Zither players', category_id: 12 });
    const second = await addGroup(me, { title: 'Zither makers', category_id: 11 });
    await addGroup(me, { title: 'Zither secrets', category_id: 12, privacy: 'secret' });
    await addToGroup(me, first, other);
    const list = (fields: Record<string, string | number>, as: Member | undefined = other) =>
      call(as, 'GET', '/groups', { text: 'zith', ...fields });
    expect(titles(await list({}))).toEqual(['Zither makers', 'Zither players']);
    expect((await list({})).body).toMatchObject({ totalItemCount: 2, canCreate: 1 });
    expect(titles(await list({ order: 'member_count' }))).toEqual([
      'Zither players',
      'Zither makers',
    ]);
    expect(titles(await list({ category_id: 12 }))).toEqual(['Zither players']);
    expect(titles(await list({ page: 2, limit: 1 }))).toEqual(['Zither players']);
    expect(
      titles(await call(third, 'GET', '/groups', { user_id: other.id, text: 'zith' })),
    ).toEqual(['Zither players']);
    expect(titles(await call(me, 'GET', '/groups/manage', { search_text: 'zith' }))).toEqual([
      'Zither secrets',
      'Zither makers',
      'Zither players',
    ]);
    expect(titles(await call(undefined, 'GET', '/groups/browse', { search: 'zith' }))).toEqual([
      'Zither makers',
      'Zither players',
    ]);
    await call(me, 'DELETE', `/groups/delete/${second}`, { password: await givePassword(me) });
    expect(titles(await list({}))).toEqual(['Zither players']);
  });

  test('open groups of friends are suggested', async () => {
    const me = await addMember({ name: 'Sven' });
    await befriend(me, other);
    const open = await addGroup(other, { title: 'Of a friend' });
    await addGroup(other, { title: 'Closed one', privacy: 'closed' });
    const suggested = await call(me, 'GET', '/groups/suggested', { limit: 20 });
    expect(titles(suggested)).toContain('Of a friend');
    expect(titles(suggested)).not.toContain('Closed one');
    await call(me, 'POST', `/groups/member/join/${open}`);
    expect(titles(await call(me, 'GET', '/groups/suggested'))).not.toContain('Of a friend');
  });

  test('open groups at the own location are suggested after those of friends', async () => {
    const [me, stranger] = [await addMember({ name: 'Pia' }), await addMember({ name: 'Rob' })];
    const near = await addGroup(stranger, { title: 'Near', location: 'North shore, Málaga' });
    await addGroup(stranger, { title: 'Far', location: 'Lugo', description: 'Not in Malaga.' });
    await addGroup(stranger, { title: 'Near and closed', location: 'Malaga', privacy: 'closed' });
    expect(titles(await call(me, 'GET', '/groups/suggested'))).toEqual([]);
    await db.execute(sql`
      insert into profile_details (member_id, location) values (${me.id}, 'Malaga')`);
    expect(titles(await call(me, 'GET', '/groups/suggested'))).toEqual(['Near']);
    await befriend(me, third);
    await addGroup(third, { title: 'Of Tess' });
    expect(titles(await call(me, 'GET', '/groups/suggested'))).toEqual(['Of Tess', 'Near']);
    await call(me, 'POST', `/groups/member/join/${near}`);
    expect(titles(await call(me, 'GET', '/groups/suggested'))).toEqual(['Of Tess']);
  });

  test('unread posts of a group are counted for its members until they read it', async () => {
    const id = await addGroup(owner, { title: 'News' });
    await addToGroup(owner, id, other);
    expect(await view(other, id)).toMatchObject({ is_unread: 0 });
    const posted = await call(owner, 'POST', '/advancedactivity/feeds/post', {
      body: 'Rolls are ready',
      subject_type: 'group',
      subject_id: id,
    });
    expect(posted.status).toBe(200);
    expect(await view(other, id)).toMatchObject({ is_unread: 1, post_count: 1 });
    expect(await view(owner, id)).toMatchObject({ is_unread: 0 });
    expect(await view(third, id)).toMatchObject({ is_unread: 0 });
    const read = (as: Member) => call(as, 'POST', `/groups/member/read/${id}`);
    expect((await read(third)).status).toBe(200);
    expect(await view(other, id)).toMatchObject({ is_unread: 1 });
    expect((await read(other)).status).toBe(200);
    expect(await view(other, id)).toMatchObject({ is_unread: 0 });
  });
});

describe('closed and secret groups', () => {
  test('a closed group shows outsiders its front only', async () => {
    const id = await addGroup(owner, {
      title: 'Quiet',
      privacy: 'closed',
      location: 'Here',
      rules: 'No whistling.',
    });
    expect(await view(other, id)).toMatchObject({
      title: 'Quiet',
      allow_to_view: 0,
      location: '',
      member_count: 1,
      approval: 1,
    });
    const asVisitor = (path: string) => call(undefined, 'GET', path);
    expect((await asVisitor(`/groups/view/${id}`)).body).toMatchObject({
      response: {
        title: 'Quiet',
        description: 'We bake.',
        allow_to_view: 0,
        member_count: 1,
        location: '',
        rules: '',
        user_id: 0,
        owner_title: '',
      },
      profile_tabs: [],
    });
    // Below its front it is absent, and lists do not show it.
    expect(titles(await asVisitor('/groups?text=quiet'))).toEqual([]);
    const never = 9_999_999;
    for (const path of [
      (group: number) => `/groups/photo/list?group_id=${group}`,
      (group: number) => `/advancedactivity/feeds?subject_type=group&subject_id=${group}`,
      (group: number) => `/advancedvideos/index?subject_type=group&subject_id=${group}`,
      (group: number) => `/advancedactivity/likes-comments?subject_type=group&subject_id=${group}`,
    ]) {
      const [hidden, absent] = [await asVisitor(path(id)), await asVisitor(path(never))];
      expect([hidden.status, hidden.text], path(id)).toEqual([absent.status, absent.text]);
    }
    for (const path of [`/groups/member/list/${id}`, `/groups/photo/list?group_id=${id}`])
      expect((await call(other, 'GET', path)).status, path).toBe(401);
    expect((await call(other, 'POST', `/groups/member/join/${id}`)).status).toBe(401);
  });

  test('a group is found by its location if all members of the site read that', async () => {
    const id = await addGroup(owner, { title: 'Ferrymen', location: 'Quokkaville' });
    const found = async () => [
      titles(await call(other, 'GET', '/groups', { text: 'quokkaville' })),
      (await call(other, 'GET', '/search', { query: 'quokkaville' })).text.includes('Ferrymen'),
    ];
    expect(await found()).toEqual([['Ferrymen'], true]);
    await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'closed' });
    expect(await found()).toEqual([[], false]);
    await call(owner, 'POST', `/groups/edit/${id}`, { location: 'Quokkaville, north' });
    expect(await found()).toEqual([[], false]);
    expect(titles(await call(other, 'GET', '/groups', { text: 'ferrymen' }))).toEqual(['Ferrymen']);
    await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'open', confirm: 1 });
    expect(await found()).toEqual([['Ferrymen'], true]);
  });

  test('a secret group is in no list, suggestion or search of outsiders', async () => {
    await addGroup(owner, { title: 'Hush', privacy: 'secret' });
    const friend = await addMember({ name: 'Fern' });
    await befriend(owner, friend);
    const lists: Array<[string, Record<string, string | number>]> = [
      ['/groups', { text: 'Hush' }],
      ['/groups', { user_id: owner.id, limit: 50 }],
      ['/groups/suggested', { limit: 20 }],
      ['/search', { query: 'Hush' }],
    ];
    for (const [path, fields] of lists)
      expect((await call(friend, 'GET', path, fields)).text, path).not.toContain('Hush');
    expect(titles(await call(other, 'GET', '/groups', { text: 'Hush' }))).toEqual([]);
    expect(titles(await call(owner, 'GET', '/groups/manage', { text: 'Hush' }))).toEqual(['Hush']);
  });

  test('the invited see name and inviter of a secret group, and nothing after revocation', async () => {
    const guest = await addMember({ name: 'Gus' });
    await befriend(owner, guest);
    const description = 'We whisper.';
    const fields = { title: 'Whisper', description, privacy: 'secret', rules: 'Be quiet.' };
    const id = await addGroup(owner, fields);
    await call(owner, 'POST', `/groups/member/invite/${id}`, { users: String(guest.id) });
    expect(await view(guest, id)).toMatchObject({
      title: 'Whisper',
      membership: 'invited',
      allow_to_view: 0,
      // An invitation is accepted with them.
      rules: 'Be quiet.',
    });
    await call(owner, 'POST', '/advancedactivity/feeds/post', {
      body: 'Between us',
      subject_type: 'group',
      subject_id: id,
    });
    for (const path of [
      `/groups/member/list/${id}`,
      `/groups/photo/list?group_id=${id}`,
      `/advancedactivity/feeds?subject_type=group&subject_id=${id}`,
      `/advancedvideos/index?subject_type=group&subject_id=${id}`,
    ])
      expect([401, 404], path).toContain((await call(guest, 'GET', path)).status);
    expect((await call(guest, 'GET', '/advancedactivity/feeds')).text).not.toContain('Between us');
    expect((await call(owner, 'POST', '/activity/share', { type: 'group', id })).status).toBe(200);
    const wall = `/advancedactivity/feeds?subject_type=user&subject_id=${owner.id}`;
    const { text } = await call(guest, 'GET', wall);
    expect(text).toContain('Whisper');
    expect(text).not.toContain(description);
    const notices = async () =>
      (await call(guest, 'GET', '/notifications')).body.recentUpdates.map(
        ({ type, url }: { type: string; url: string }) => [type, url],
      );
    expect(await notices()).toContainEqual(['group_invite', `/groups/group/${id}`]);
    await call(owner, 'POST', `/groups/member/cancel/${id}`, { user_id: guest.id });
    for (const path of [
      `/groups/view/${id}`,
      `/groups/member/list/${id}`,
      `/groups/photo/list?group_id=${id}`,
      `/advancedactivity/feeds?subject_type=group&subject_id=${id}`,
      `/advancedvideos/index?subject_type=group&subject_id=${id}`,
    ])
      expect((await call(guest, 'GET', path)).status, path).toBe(404);
    for (const path of ['/groups/manage', '/advancedactivity/feeds', '/search?query=whisper', wall])
      expect((await call(guest, 'GET', path)).text, path).not.toContain('Whisper');
    expect(JSON.stringify(await notices())).not.toContain('group_invite');
  });

  test('whoever is removed from a group for its members reads nothing there any more', async () => {
    for (const privacy of ['closed', 'secret']) {
      const [mia, absent] = [await addMember({ name: 'Mia' }), privacy === 'secret' ? 404 : 401];
      const id = await addGroup(owner, { title: 'Inner ring', privacy });
      const invite = () =>
        call(owner, 'POST', `/groups/member/invite/${id}`, { users: String(mia.id) });
      await befriend(owner, mia);
      await invite();
      await call(mia, 'POST', `/groups/member/accept/${id}`);
      await call(owner, 'POST', '/advancedactivity/feeds/post', {
        body: 'Among ourselves',
        subject_type: 'group',
        subject_id: id,
      });
      const paths = [
        `/groups/member/list/${id}`,
        `/groups/photo/list?group_id=${id}`,
        `/advancedactivity/feeds?subject_type=group&subject_id=${id}`,
        `/advancedvideos/index?subject_type=group&subject_id=${id}`,
      ];
      const statuses = async () =>
        Promise.all(paths.map(async (path) => (await call(mia, 'GET', path)).status));
      expect(await statuses(), privacy).toEqual(paths.map(() => 200));
      const home = async () => (await call(mia, 'GET', '/advancedactivity/feeds')).text;
      expect(await home()).toContain('Among ourselves');
      await call(owner, 'POST', `/groups/member/remove/${id}`, { user_id: mia.id });
      expect(await statuses(), privacy).toEqual(paths.map(() => absent));
      expect(await home()).not.toContain('Among ourselves');
      for (const path of ['/groups/manage', '/search?query=ourselves'])
        expect((await call(mia, 'GET', path)).text, path).not.toMatch(/Inner ring|Among/);
    }
  });

  test.each([
    ['needs approval', { approval: 1 }],
    ['is archived', {}],
    ['has banned the member', {}],
    ['is closed', { privacy: 'closed' }],
  ])('nobody joins a group that %s', async (why, fields) => {
    const joiner = await addMember({ name: 'Joe' });
    const id = await addGroup(owner, fields);
    if (why === 'is archived') await call(owner, 'POST', `/groups/archive/${id}`);
    if (why === 'has banned the member')
      await call(owner, 'POST', `/groups/member/ban/${id}`, { user_id: joiner.id });
    expect((await call(joiner, 'POST', `/groups/member/join/${id}`)).status).toBe(401);
    const rows = await db.execute(sql`
      select state
      from memberships
      where type = 'group' and id = ${id} and member_id = ${joiner.id} and state <> 'banned'`);
    expect(rows).toEqual([]);
  });

  test('only the owner opens a group to more people, once confirmed', async () => {
    const id = await addGroup(owner, { privacy: 'secret' });
    await addToGroup(owner, id, other);
    const refused = await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'open' });
    expect(refused.status).toBe(400);
    const done = await call(owner, 'POST', `/groups/edit/${id}`, { privacy: 'open', confirm: 1 });
    expect(done.status).toBe(200);
    expect(await view(third, id)).toMatchObject({ allow_to_view: 1, approval: 0, search: 1 });
  });
});

test('only officers set the picture and the cover', async () => {
  const id = await addGroup(owner, { privacy: 'closed' });
  const secret = await addGroup(owner, { privacy: 'secret' });
  await addToGroup(owner, id, other, 'officer');
  await addToGroup(owner, id, third);
  const set = (as: Member, special: string, subject_id = id) =>
    send(
      'POST',
      '/coverphoto/upload-cover-photo',
      {},
      {
        as,
        form: formOf({
          subject_type: 'group',
          subject_id: String(subject_id),
          special,
          photo: fixture('square.jpg'),
        }),
      },
    );
  expect((await set(third, 'cover')).status).toBe(401);
  expect((await set(other, 'cover', secret)).status).toBe(404);
  expect((await set(other, 'cover')).body.response.cover_image).toContain('/media/public/');
  expect((await set(other, 'profile')).body.response.image).toContain('/media/public/');
  const shown = await view(third, id);
  expect(shown.cover_image).toContain('/media/public/');
  expect(shown.image).toContain('/media/public/');
  const subject = { subject_type: 'group', subject_id: id };
  expect((await call(third, 'POST', '/coverphoto/remove-cover-photo', subject)).status).toBe(401);
});

test('an edit with a file that is no picture changes nothing', async () => {
  const id = await addGroup(owner, { title: 'Before' });
  const edit = (title: string, file: string) =>
    send(
      'POST',
      `/groups/edit/${id}`,
      {},
      { as: owner, form: formOf({ title, photo: fixture(file) }) },
    );
  expect((await edit('After', 'truncated.jpg')).status).toBeGreaterThanOrEqual(400);
  expect((await view(owner, id)).title).toBe('Before');
  expect((await edit('After', 'square.jpg')).status).toBe(200);
  expect(await view(owner, id)).toMatchObject({ title: 'After', photo_id: id });
});
