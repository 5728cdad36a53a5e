import { beforeAll, describe, expect, test } from 'vitest';
import { banMember } from '#domains/containers/membership/removals.server.ts';
import { flushViews } from '#domains/containers/statistics/views.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import * as contactCalls from '#domains/sitepages/marketing/page-contact.calls.ts';
import { listMembers } from '#domains/sitepages/membership/page-members.server.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import * as photoCalls from '#domains/sitepages/photos/page-photos.calls.ts';
import * as reviewCalls from '#domains/sitepages/reviews.calls.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { readChosenStatistics } from '#domains/sitepages/statistics/page-statistics.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { consume } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { addMembership } from '../containers/container-world.ts';
import {
  addMember,
  befriend,
  block,
  givePassword,
  setProfileAudience,
  setStatus,
} from '../support/people.ts';
import { credentialsOf, send, type Fields } from '../support/rest.ts';
import { addPage, addToPage, call, someCategory } from './page-world.ts';

let owner: Member;
let other: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  other = await addMember({ name: 'Otto' });
});

const titles = (answer: { body?: { response: Array<{ title: string }> } }) =>
  answer.body!.response.map(({ title }) => title);

describe('a page', () => {
  test('its overview is a tree of allowed nodes, which an unchanged plain text does not flatten', async () => {
    const id = await addPage(owner);
    const edit = (fields: Fields) => call(owner, 'POST', `/sitepage/edit/${id}`, fields);
    const tree = (content: unknown) => JSON.stringify({ type: 'doc', content });
    const bold = [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: '<i>Bold</i>', marks: [{ type: 'bold' }] }],
      },
    ];
    const shown = '<p><strong>&lt;i&gt;Bold&lt;/i&gt;</strong></p>';
    const saved = await edit({ overview_tree: tree(bold) });
    expect(saved.body.response.overview).toBe(shown);
    const unchanged = await edit({ overview: '<i>Bold</i>', location: 'Here' });
    expect(unchanged.body.response.overview).toBe(shown);
    const foreign = tree([{ type: 'html', content: '<script>a()</script>' }]);
    const refused = await edit({ overview_tree: foreign });
    expect(refused).toMatchObject({ status: 400 });
    const tooLong = tree([
      { type: 'paragraph', content: [{ type: 'text', text: 'a'.repeat(50_001), marks: [] }] },
    ]);
    expect(await edit({ overview_tree: tooLong })).toMatchObject({ status: 400 });
    const view = await call(other, 'GET', `/sitepage/view/${id}`);
    expect(view.body.response.overview).toBe(shown);
    const emptied = await edit({ overview_tree: tree([{ type: 'paragraph', content: [] }]) });
    expect(emptied.body.response.overview).toBeNull();
  });

  test('is created, read, changed, closed and deleted by its owner', async () => {
    const created = await call(owner, 'POST', '/sitepages/create', {
      title: 'Old mill',
      category_id: 3,
      subcategory_id: 14,
      body: 'A mill by the river.',
      tags: 'mill, river',
      location: 'Riverside 4',
    });
    expect(created.body.response).toMatchObject({
      title: 'Old mill',
      category_id: 3,
      subcategory_id: 14,
      category_title: 'Music',
      owner_id: owner.id,
      role: 'owner',
      membership: 'member',
      isPageFollowed: 1,
      member_count: 1,
      published: 1,
      tags: ['mill', 'river'],
    });
    const id = created.body.response.page_id as number;
    const seen = await call(other, 'GET', `/sitepage/view/${id}`);
    expect(seen.body.response).toMatchObject({ title: 'Old mill', role: '', edit: 0 });
    expect(seen.body.gutterMenu.map(({ name }: { name: string }) => name)).toContain('join');
    const edited = await call(owner, 'POST', `/sitepage/edit/${id}`, {
      title: 'New mill',
      overview: 'First line\n\n<b>Second</b>',
      website: 'https://mill.example',
    });
    expect(edited.body.response).toMatchObject({
      title: 'New mill',
      overview: '<p>First line</p><p>&lt;b&gt;Second&lt;/b&gt;</p>',
      website: 'https://mill.example',
      location: 'Riverside 4',
    });
    const info = await call(other, 'GET', `/sitepage/information/${id}`);
    expect(info.body.basic_information.Location).toBe('Riverside 4');
    expect((await call(owner, 'POST', `/sitepage/close/${id}`)).body).toEqual({ closed: 1 });
    expect((await call(other, 'POST', `/sitepage/join/${id}`)).status).toBe(401);
    // A closed page is read-only for its admins too.
    for (const [path, fields] of [
      [`/sitepage/edit/${id}`, { title: 'Closed mill' }],
      [`/sitepage/apps/${id}`, { name: 'reviews', enabled: 0 }],
      [`/sitepage/manageadmins/${id}`, { user_id: other.id, action: 'add' }],
    ] as const)
      expect((await call(owner, 'POST', path, fields)).status, path).toBe(401);
    expect((await call(owner, 'POST', `/sitepage/close/${id}`)).body).toEqual({ closed: 0 });
    for (const as of [other]) {
      expect((await call(as, 'DELETE', `/sitepage/delete/${id}`)).status).toBe(401);
      expect((await call(as, 'POST', `/sitepage/edit/${id}`, { title: 'x' })).status).toBe(401);
      expect((await call(as, 'GET', `/sitepage/edit/${id}`)).status).toBe(401);
    }
    expect((await call(owner, 'GET', `/sitepage/edit/${id}`)).body.formValues.title).toBe(
      'New mill',
    );
    // The form offers each audience of comments that there is, and no other changes it.
    const form = async () => (await call(owner, 'GET', `/sitepage/edit/${id}`)).body;
    const comments = (await form()).form.find((field: Fields) => field.name === 'auth_comment');
    const offered = Object.keys(comments.multiOptions);
    expect(offered).toEqual(['everyone', 'member']);
    for (const audience of [...offered, 'registered', 'owner_network'])
      await call(owner, 'POST', `/sitepage/edit/${id}`, { auth_comment: audience });
    expect((await form()).formValues.auth_comment).toBe('everyone');
    for (const audience of ['member', 'owner_member_member'])
      await call(owner, 'POST', `/sitepage/edit/${id}`, { auth_comment: audience });
    expect((await form()).formValues.auth_comment).toBe('member');
    const password = await givePassword(owner);
    expect((await call(owner, 'DELETE', `/sitepage/delete/${id}`, { password })).status).toBe(200);
    expect((await call(owner, 'GET', `/sitepage/view/${id}`)).status).toBe(404);
  });

  test('is refused without title, category or text, and with wrong values', async () => {
    const fields = { title: 'Mill', category_id: someCategory, body: 'A mill.' };
    const wrongFields: Fields[] = [
      { title: '' },
      { category_id: 99_999 },
      { category_id: '999999999999999999' },
      { body: ' ' },
      { auth_view: 'nobody' },
      { auth_comment: 'owner_member' },
      { website: 'javascript:alert(1)' },
      { package_id: 77 },
      { package_id: '999999999999999999' },
    ];
    for (const wrong of wrongFields) {
      const answer = await call(owner, 'POST', '/sitepages/create', { ...fields, ...wrong });
      expect([answer.status, Object.keys(answer.message!)], JSON.stringify(wrong)).toEqual([
        400,
        Object.keys(wrong),
      ]);
    }
  });

  test('the feed announces it once, when it is published', async () => {
    const id = await addPage(owner, { title: 'Quiet start', draft: 0 });
    const feed = async () =>
      (await call(other, 'GET', '/advancedactivity/feeds', { limit: 50 })).text;
    expect(await feed()).not.toContain('Quiet start');
    const admin = await addMember();
    await addMembership({ type: 'page', id }, admin, { role: 20 });
    await call(admin, 'POST', `/sitepage/publish/${id}`);
    await call(owner, 'POST', `/sitepage/publish/${id}`);
    expect((await feed()).split('sitepage_new').length).toBeGreaterThan(1);
    expect(await feed()).toContain('Quiet start');
    const announced = await db.execute<{ authorId: number }>(sql`
      select author_id as "authorId" from posts where type = 'sitepage_new' and item_id = ${id}`);
    expect(announced.map(({ authorId }) => Number(authorId))).toEqual([owner.id]);
  });
});

describe('lists', () => {
  test('search, category with its subcategories, location, order and total', async () => {
    const me = await addMember();
    await addPage(me, {
      title: 'Zither evening',
      category_id: 3,
      subcategory_id: 14,
      location: 'Graz',
    });
    await addPage(me, { title: 'Zither school', category_id: 6, location: 'Wien' });
    await addPage(me, { title: 'Hidden zither', category_id: 6, search: 0 });
    await addPage(me, { title: 'Draft zither', category_id: 6, draft: 0 });
    const browse = (fields: Record<string, string | number>) =>
      call(other, 'GET', '/sitepages/browse', { search: 'zith', ...fields });
    expect(titles(await browse({}))).toEqual(['Zither school', 'Zither evening']);
    expect(titles(await browse({ orderby: 'title' }))).toEqual(['Zither evening', 'Zither school']);
    expect(titles(await browse({ category_id: 3 }))).toEqual(['Zither evening']);
    expect(titles(await browse({ location: 'wie' }))).toEqual(['Zither school']);
    const second = await browse({ limit: 1, page: 2 });
    expect([titles(second), second.body.totalItemCount]).toEqual([['Zither evening'], 2]);
    expect((await browse({ orderby: 'nonsense' })).status).toBe(400);
    const mine = await call(me, 'GET', '/sitepages/manage', { search: 'zither' });
    expect(mine.body.totalItemCount).toBe(4);
    expect(mine.body.response[0].menu.length).toBeGreaterThan(1);
    expect(titles(await call(undefined, 'GET', '/sitepages/browse', { search: 'zither' }))).toEqual(
      ['Zither school', 'Zither evening'],
    );
    for (const orderby of [
      'view_count',
      'like_count',
      'review_count',
      'rating',
      'trending',
      'member_count',
    ])
      expect((await browse({ orderby })).body.totalItemCount, orderby).toBe(2);
  });

  test('liked and followed pages, and those of a member', async () => {
    const me = await addMember();
    const id = await addPage(owner, { title: 'Liked one' });
    await call(me, 'POST', '/like', { subject_type: 'sitepage_page', subject_id: id });
    expect(titles(await call(me, 'GET', '/sitepages/browse', { liked: 1 }))).toEqual(['Liked one']);
    expect((await call(me, 'GET', `/sitepage/view/${id}`)).body.response).toMatchObject({
      is_like: 1,
      like_count: 1,
    });
    await call(me, 'POST', `/sitepage/follow/${id}`);
    expect(titles(await call(me, 'GET', '/sitepages/browse', { followed: 1 }))).toEqual([
      'Liked one',
    ]);
    await call(me, 'POST', `/sitepage/join/${id}`);
    expect(titles(await call(other, 'GET', '/sitepages/browse', { user_id: me.id }))).toEqual([
      'Liked one',
    ]);
    // Closed, it takes no new like; an own one can still be withdrawn.
    await db.execute(sql`update containers set state = 'archived' where id = ${id}`);
    const late = await call(await addMember(), 'POST', '/like', {
      subject_type: 'sitepage_page',
      subject_id: id,
    });
    expect(late.status).toBe(401);
    await call(me, 'POST', '/unlike', { subject_type: 'sitepage_page', subject_id: id });
    await db.execute(sql`update containers set state = 'open' where id = ${id}`);
    expect(titles(await call(me, 'GET', '/sitepages/browse', { liked: 1 }))).toEqual([]);
  });

  test('pages of a member are for those who may see both, and are not banned', async () => {
    const [me, blocked, banned] = [await addMember(), await addMember(), await addMember()];
    const [open, closed] = [await addPage(owner), await addPage(owner, { auth_view: 'member' })];
    for (const id of [open, closed]) await addToPage(owner, id, me);
    await block(me, blocked);
    await banMember(owner, { type: 'page', id: open }, banned.id, { until: null, reason: '' });
    const listed = async (as: Member | undefined) =>
      (await call(as, 'GET', '/sitepages/browse', { user_id: me.id })).body.response.map(
        ({ page_id }: { page_id: number }) => page_id,
      );
    expect(await listed(me)).toEqual([closed, open]);
    expect(await listed(owner)).toEqual([closed, open]);
    expect(await listed(other)).toEqual([open]);
    for (const as of [blocked, banned, undefined]) expect(await listed(as)).toEqual([]);
  });

  test('categories count their listed pages and those below them', async () => {
    const count = async (as: Member | null = owner) => {
      const { categories } = (await call(as ?? undefined, 'GET', '/sitepages/category')).body;
      const sport = categories.find(
        ({ category_id }: { category_id: number }) => category_id === 4,
      );
      return [
        sport.count,
        sport.subCategories[0].count,
        sport.subCategories[0].subCategories[0].count,
      ];
    };
    const before = await count();
    const id = await addPage(owner, { category_id: 4, subcategory_id: 17, subsubcategory_id: 26 });
    expect(await count()).toEqual(before.map((number: number) => number + 1));
    // A closed one is no page to visitors, and without public reading none is.
    const forVisitors = await count(null);
    const closed = await addPage(other, { category_id: 4, auth_view: 'member' });
    expect(await count()).toEqual([before[0] + 2, before[1] + 1, before[2] + 1]);
    expect(await count(null)).toEqual(forVisitors);
    env().PUBLIC_READING = false;
    expect(await count(null)).toEqual([0, 0, 0]);
    env().PUBLIC_READING = true;
    await db.execute(sql`update containers set is_listed = false where id = ${closed}`);
    await call(owner, 'POST', `/sitepage/edit/${id}`, { category_id: 4, subcategory_id: 17 });
    expect(await count()).toEqual([before[0]! + 1, before[1]! + 1, before[2]!]);
    await call(owner, 'DELETE', `/sitepage/delete/${id}`, { password: await givePassword(owner) });
    expect(await count()).toEqual(before);
  });

  test('a category has its path below its parent, at most three levels deep', async () => {
    const add = (parentId: number) =>
      db.execute<{ id: number; path: string }>(sql`
        insert into page_categories (parent_id, title)
        values (${parentId}, 'Chess')
        returning id, path`);
    const [category] = await add(17);
    expect(category!.path).toBe(`/4/17/${category!.id}/`);
    await expect(add(category!.id)).rejects.toThrow();
    await db.execute(sql`delete from page_categories where id = ${category!.id}`);
  });

  test('forms and packages', async () => {
    const { form } = (await call(other, 'GET', '/sitepages/search-form')).body;
    expect(form.map(({ name }: { name: string }) => name)).toEqual([
      'search',
      'category_id',
      'location',
      'orderby',
    ]);
    // One of each level.
    expect(form[1].multiOptions).toMatchObject({
      3: 'Arts and culture',
      14: 'Arts and culture: Music',
      25: 'Music: Choirs',
    });
    expect((await call(other, 'GET', '/sitepages/create')).body.packages).toHaveLength(1);
    expect((await call(other, 'GET', '/sitepages/packages')).body.response[0]).toMatchObject({
      title: 'Free',
      price: 'Free',
    });
    const past = (await call(other, 'GET', '/sitepages/packages?page=9')).body;
    expect(past).toMatchObject({ totalItemCount: 1, response: [] });
  });
});

describe('closed audiences', () => {
  test('other members know the front of a page for its members, and nothing else', async () => {
    const id = await addPage(owner, { auth_view: 'member', location: 'Secret lane' });
    const { body } = await call(other, 'GET', `/sitepage/view/${id}`);
    expect(body.response).toMatchObject({ allow_to_view: 0, location: '', title: 'Rowing club' });
    expect(body.response.member_approval).toBe(1);
    const foundByLocation = async () =>
      (await call(other, 'GET', '/sitepages/browse', { search: 'secret lane' })).text;
    expect(await foundByLocation()).not.toContain('Rowing club');
    const actions = async () =>
      (await call(other, 'GET', `/sitepage/view/${id}`)).body.gutterMenu.map(
        ({ name }: { name: string }) => name,
      );
    // Following it would show nothing, and is refused; whoever follows it already may stop.
    expect(await actions()).toEqual(['join']);
    await db.execute(sql`
      insert into memberships (type, id, member_id, is_following)
      values ('page', ${id}, ${other.id}, true)`);
    expect(await actions()).toEqual(['join', 'follow']);
    await call(other, 'POST', `/sitepage/follow/${id}`, { follow: 0 });
    await db.execute(sql`
      update containers set join_policy = 'invitation' where type = 'page' and id = ${id}`);
    expect(await actions()).toEqual([]);
    for (const path of ['information', 'members', 'reviews/browse'])
      expect((await call(other, 'GET', `/sitepage/${path}/${id}`)).status, path).toBe(401);
    const hidden = await addPage(owner, { auth_view: 'member', search: 0 });
    expect((await call(other, 'GET', `/sitepage/view/${hidden}`)).status).toBe(404);
    expect((await call(undefined, 'GET', '/sitepages/browse')).text).not.toContain('Secret lane');
  });
});

describe('membership', () => {
  test('join, follow, leave', async () => {
    const id = await addPage(owner);
    const joined = await call(other, 'POST', `/sitepage/join/${id}`);
    expect(joined.body).toEqual({ membership: 'member', member_count: 2 });
    expect((await call(other, 'POST', `/sitepage/join/${id}`)).body).toEqual(joined.body);
    expect((await call(other, 'POST', `/sitepage/follow/${id}`, { follow: 0 })).body).toEqual({
      isPageFollowed: 0,
      follow_count: 1,
    });
    expect((await call(other, 'POST', `/sitepage/leave/${id}`)).body).toEqual({
      membership: 'none',
      member_count: 1,
      left: 1,
    });
    expect((await call(other, 'POST', `/sitepage/leave/${id}`)).status).toBe(404);
    expect((await call(owner, 'POST', `/sitepage/leave/${id}`)).status).toBe(400);
  });

  test('whoever becomes a member follows the page, whichever way it happened', async () => {
    const [founder, joined, invited, approved, linked, admin] = [
      await addMember(),
      await addMember(),
      await addMember(),
      await addMember(),
      await addMember(),
      await addMember(),
    ];
    const id = await addPage(founder);
    for (const friend of [invited, admin]) await befriend(founder, friend);
    // Nobody joins and is refused for having followed others.
    await consume(['followContainer', joined.id, 100 * env().RATE_LIMIT_SCALE]);
    await call(joined, 'POST', `/sitepage/join/${id}`);
    await call(founder, 'POST', `/sitepage/invite-members/${id}`, { users: String(invited.id) });
    await call(invited, 'POST', `/sitepage/accept-invite/${id}`);
    const link = await call(founder, 'POST', `/sitepage/invite-links/${id}`);
    const token = (link.body.url as string).split('/').at(-1)!;
    await call(linked, 'POST', `/sitepage/join-by-link/${token}`);
    await call(founder, 'POST', `/sitepage/manageadmins/${id}`, {
      user_id: admin.id,
      action: 'add',
    });
    await call(founder, 'POST', `/sitepage/edit/${id}`, { member_approval: 1 });
    await call(approved, 'POST', `/sitepage/join/${id}`);
    await call(founder, 'POST', `/sitepage/approve-pending/${id}`, { member_id: approved.id });
    const [counted] = await db.execute(sql`
      select member_count::int as members, follower_count::int as followers
      from containers
      where type = 'page' and id = ${id}`);
    expect(counted).toEqual({ members: 6, followers: 6 });
  });

  test('a request waits, is found by name or address, and is approved once', async () => {
    const id = await addPage(owner, { member_approval: 1 });
    const [ann, ben] = [
      await addMember({ name: 'Ann Ash' }),
      await addMember({ name: 'Ben Birch' }),
    ];
    for (const as of [ann, ben])
      expect((await call(as, 'POST', `/sitepage/join/${id}`)).body.membership).toBe('pending');
    const list = (fields = {}) => call(owner, 'GET', `/sitepage/pending-requests/${id}`, fields);
    expect((await list()).body).toMatchObject({ total: 2, page: 1, limit: 20 });
    expect((await list({ search: 'ben b' })).body.pending_requests).toMatchObject([
      { member_id: ben.id, displayname: 'Ben Birch', email: `${ben.username}@hearth.example` },
    ]);
    expect((await list({ search: ann.username })).body.total).toBe(1);
    expect((await list({ page: 9, limit: 10 })).body).toMatchObject({ page: 1, total: 2 });
    expect((await call(other, 'GET', `/sitepage/pending-requests/${id}`)).status).toBe(401);
    const notices = await call(owner, 'GET', '/notifications');
    expect(notices.body.recentUpdates[0]).toMatchObject({
      type: 'sitepagemember_approve',
      url: `/pages/page/${id}/dashboard/admin/requests`,
    });
    const approve = () =>
      call(owner, 'POST', `/sitepage/approve-pending/${id}`, { member_id: ann.id });
    const both = await Promise.all([approve(), approve()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await call(ann, 'GET', '/notifications')).body.recentUpdates[0]).toMatchObject({
      type: 'sitepagemember_accepted',
      url: `/pages/page/${id}`,
    });
    await call(owner, 'POST', `/sitepage/reject-pending/${id}`, { member_id: ben.id });
    expect((await list()).body.total).toBe(0);
    expect((await call(ben, 'POST', `/sitepage/join/${id}`)).status).toBe(401);
  });

  test('several are approved or rejected at once, with a reason that those who asked read', async () => {
    const id = await addPage(owner, { member_approval: 1 });
    const asking = async () => {
      const asker = await addMember();
      await call(asker, 'POST', `/sitepage/join/${id}`);
      return asker;
    };
    const decide = (path: string, askers: Member[], fields: Fields = {}) =>
      call(owner, 'POST', `/sitepage/${path}/${id}`, {
        member_id: askers.map((asker) => asker.id).join(','),
        ...fields,
      });
    const [ann, ben, cleo, dan] = [await asking(), await asking(), await asking(), await asking()];
    const [suspended, withdrawn] = [await asking(), await asking()];
    await setStatus(suspended, 'suspended');
    await call(withdrawn, 'POST', `/sitepage/leave/${id}`);
    expect((await decide('approve-pending', [ann, ben, suspended, withdrawn])).status).toBe(200);
    expect((await decide('approve-pending', [ann, ben])).status).toBe(404);
    const view = async (as: Member) =>
      (await call(as, 'GET', `/sitepage/view/${id}`)).body.response;
    expect(await view(ben)).toMatchObject({ membership: 'member', isPageFollowed: 1 });
    expect(await view(withdrawn)).toMatchObject({ membership: 'none' });
    expect((await decide('reject-pending', [dan], { reason: 'x'.repeat(501) })).status).toBe(400);
    const reason = 'We are full this season.';
    expect((await decide('reject-pending', [ann, cleo, dan], { reason })).status).toBe(200);
    const noticesOf = async (as: Member) =>
      (await call(as, 'GET', '/notifications')).body.recentUpdates.filter(
        ({ type }: { type: string }) => type === 'join_declined',
      );
    for (const asker of [cleo, dan]) {
      const { body } = await call(asker, 'GET', `/sitepage/view/${id}`);
      expect(body.response).toMatchObject({
        membership: 'none',
        join_refusal: reason,
        ask_again_date: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
      });
      expect(body.gutterMenu).not.toContainEqual(expect.objectContaining({ name: 'join' }));
      expect(await noticesOf(asker)).toMatchObject([
        {
          url: `/pages/page/${id}`,
          feed_title: 'Your request to join the page was not approved. You can read why.',
          subject: { user_id: asker.id },
        },
      ]);
    }
    // Ann was a member already, and belongs to it as before.
    expect(await view(ann)).toMatchObject({ membership: 'member', join_refusal: '' });
    // A second refusal notifies again; a silent one neither notifies nor leaves the old reason.
    const later = () =>
      db.execute(sql`update memberships set refused_at = refused_at - interval '8 days'`);
    await later();
    expect(await view(cleo)).toMatchObject({ join_refusal: '', ask_again_date: '' });
    for (const asker of [cleo, dan]) await call(asker, 'POST', `/sitepage/join/${id}`);
    await decide('reject-pending', [cleo], { reason: 'Still full.' });
    expect(await noticesOf(cleo)).toHaveLength(1);
    await decide('reject-pending', [dan]);
    expect(await view(dan)).toMatchObject({ join_refusal: '' });
    expect(await noticesOf(dan)).toHaveLength(1);
  });

  test('whoever was banned, suspended, deleted or has blocked the owner since is not approved', async () => {
    const id = await addPage(owner, { member_approval: 1 });
    const ref = { type: 'page', id };
    const since: Array<(asker: Member) => Promise<unknown>> = [
      (asker) => banMember(owner, ref, asker.id, { until: null, reason: 'Spam' }),
      (asker) => setStatus(asker, 'suspended'),
      (asker) => setStatus(asker, 'deleted'),
      (asker) => db.execute(sql`delete from members where id = ${asker.id}`),
      (asker) => block(asker, owner),
    ];
    for (const change of since) {
      const asker = await addMember();
      await call(asker, 'POST', `/sitepage/join/${id}`);
      await change(asker);
      const { body: queue } = await call(owner, 'GET', `/sitepage/pending-requests/${id}`);
      expect(queue).toMatchObject({ total: 0, pending_requests: [] });
      expect((await readPage(owner, id)).requestCount).toBe(0);
      const approve = { member_id: asker.id };
      const { status, error_code } = await call(
        owner,
        'POST',
        `/sitepage/approve-pending/${id}`,
        approve,
      );
      expect([status, error_code]).toEqual([404, 'no_record']);
      const rows = await db.execute<{ state: string }>(sql`
        select state from memberships where type = 'page' and id = ${id} and member_id = ${asker.id}`);
      expect(rows.map(({ state }) => state)).not.toContain('member');
    }
    const blocked = await addMember();
    await block(owner, blocked);
    expect((await call(blocked, 'POST', `/sitepage/join/${id}`)).status).toBe(401);
  });

  test('whoever was removed from an open page asks to join, with the answers', async () => {
    const id = await addPage(owner, { member_approval: 0, question1: 'Which boat?' });
    const member = await addMember();
    await call(member, 'POST', `/sitepage/join/${id}`);
    const joinLabel = async () =>
      (await call(member, 'GET', `/sitepage/view/${id}`)).body.gutterMenu.find(
        ({ name }: { name: string }) => name === 'join',
      ).label;
    await call(owner, 'POST', `/sitepage/remove-member/${id}`, { member_id: member.id });
    expect(await joinLabel()).toBe('Ask to join');
    const asked = await call(member, 'POST', `/sitepage/join/${id}`, { answer1: 'The eight' });
    expect(asked.body.membership).toBe('pending');
    const { pending_requests } = (await call(owner, 'GET', `/sitepage/pending-requests/${id}`))
      .body;
    expect(pending_requests).toMatchObject([
      { answers: [{ question: 'Which boat?', answer: 'The eight' }] },
    ]);
    const cancelled = await call(member, 'POST', `/sitepage/leave/${id}`);
    expect(cancelled.body).toMatchObject({ membership: 'none', left: 0 });
  });

  test('an admin belongs to the page as long as before', async () => {
    const id = await addPage(owner);
    const [member, friend] = [await addMember(), await addMember()];
    await addToPage(owner, id, member);
    await befriend(owner, friend);
    await db.execute(sql`
      update memberships
      set joined_at = '2020-01-01'
      where type = 'page' and id = ${id} and member_id = ${member.id}`);
    for (const { id: user_id } of [member, friend])
      await call(owner, 'POST', `/sitepage/manageadmins/${id}`, { user_id, action: 'add' });
    const rows = await db.execute<{ role: number; isOld: boolean }>(sql`
      select role, joined_at < '2021-01-01' as "isOld"
      from memberships
      where type = 'page' and id = ${id} and member_id <> ${owner.id}
      order by member_id`);
    expect([...rows]).toEqual([
      { role: 20, isOld: true },
      { role: 20, isOld: false },
    ]);
  });

  test('friends are invited, accept and decline', async () => {
    const id = await addPage(owner, {
      auth_view: 'member',
      search: 0,
      body: 'Where we meet',
      tags: 'boats',
    });
    const [ann, ben] = [await addMember(), await addMember()];
    for (const friend of [ann, ben]) await befriend(owner, friend);
    await db.execute(sql`update containers set cover = 'cover.webp' where id = ${id}`);
    const invited = await call(owner, 'POST', `/sitepage/invite-members/${id}`, {
      users: `${ann.id},${ben.id}`,
    });
    expect(invited.body).toEqual({ invited: 2 });
    expect((await call(ann, 'GET', `/sitepage/view/${id}`)).body.response).toMatchObject({
      title: 'Rowing club',
      membership: 'invited',
      allow_to_view: 0,
      body: '',
      tags: [],
      default_cover: 1,
      category_id: 0,
      category_title: '',
      owner_id: 0,
      owner_title: '',
    });
    await call(owner, 'POST', '/activity/share', { type: 'sitepage_page', id });
    const wall = `/advancedactivity/feeds?subject_type=user&subject_id=${owner.id}`;
    for (const path of [wall, '/sitepages/manage', '/sitepages/browse'])
      expect((await call(ann, 'GET', path)).text, path).not.toContain('Where we meet');
    expect((await call(ann, 'GET', '/notifications')).body.recentUpdates[0].type).toBe(
      'sitepage_invite',
    );
    expect((await call(ann, 'POST', `/sitepage/accept-invite/${id}`)).status).toBe(200);
    expect((await call(ben, 'POST', `/sitepage/reject-invite/${id}`)).status).toBe(200);
    expect((await call(ben, 'POST', `/sitepage/accept-invite/${id}`)).status).toBe(404);
    const { body } = await call(owner, 'GET', `/sitepage/members/${id}`);
    expect(body.response.map(({ member_id }: { member_id: number }) => member_id)).toEqual([
      owner.id,
      ann.id,
    ]);
  });
});

describe('statistics', () => {
  test('views, members and posts of each day, for admins', async () => {
    const id = await addPage(owner);
    await call(other, 'GET', `/sitepage/view/${id}`);
    await call(other, 'GET', `/sitepage/view/${id}`);
    await call(other, 'POST', `/sitepage/join/${id}`);
    await flushViews();
    const read = (fields: Fields = {}, as = owner) =>
      call(as, 'GET', '/sitepages/statistics', { page_id: id, ...fields });
    const { body } = await read();
    expect(body.totals).toMatchObject({ views: 1, members: 2, followers: 2, posts: 0 });
    // The totals are of all time.
    await db.execute(sql`
      update container_totals set comments = 7 where type = 'page' and id = ${id}`);
    const all = (await read()).body;
    expect([all.totals.comments, all.series.at(-1).comments]).toEqual([7, 0]);
    expect(body.series).toHaveLength(30);
    expect(body.series.at(-1)).toMatchObject({ views: 2, viewers: 1, members: 2 });
    expect((await read({ type: 'reports', chunk: 'month' })).body.rows.length).toBeGreaterThan(20);
    const wrongFields: Fields[] = [
      { chunk: 'year' },
      { start: '2026-13-01' },
      { start: '2026-02-30', end: '2026-03-10' },
      { end: '2026-02-31' },
      { end: '0000-01-01' },
      { start: '2999-01-01' },
      { start: '2018-01-01' },
    ];
    for (const wrong of wrongFields) {
      expect((await read(wrong)).status, JSON.stringify(wrong)).toBe(400);
      // Screens and the CSV show the usual days instead.
      const address = new URLSearchParams(wrong as Record<string, string>);
      expect((await readChosenStatistics(owner, id, address)).series).toHaveLength(30);
    }
    expect((await read({}, other)).status).toBe(401);
  });
});

test('the number of members is that of the list: without blocked ones, for visitors of the public ones', async () => {
  const id = await addPage(owner);
  const [ann, blocked, hidden] = [await addMember(), await addMember(), await addMember()];
  for (const one of [owner, ann, blocked]) await setProfileAudience(one);
  for (const one of [ann, blocked, hidden]) await addToPage(owner, id, one);
  await setProfileAudience(hidden, 'members');
  await block(ann, blocked);
  /** All, and those without a role. */
  const seen = async (viewer: Viewer) => {
    const lists = [
      await listMembers(viewer, id),
      await listMembers(viewer, id, { role: 'member' }),
    ];
    return lists.map(({ total, members }) => [total, members.length]);
  };
  expect(await seen(owner)).toEqual([
    [4, 4],
    [3, 3],
  ]);
  for (const viewer of [ann, visitor])
    expect(await seen(viewer)).toEqual([
      [3, 3],
      [2, 2],
    ]);
});

describe('staff', () => {
  test('roles keep to the ceiling, and wrong ones change nothing', async () => {
    const id = await addPage(owner);
    const [admin, second, member] = [await addMember(), await addMember(), await addMember()];
    await addToPage(owner, id, admin, 'admin');
    await addToPage(owner, id, second, 'admin');
    await addToPage(owner, id, member);
    const change = (as: Member, member_id: number, role: string) =>
      call(as, 'POST', `/sitepage/changerole/${id}`, { member_id, role });
    const stored = () =>
      db.execute(sql`
        select member_id, role, title
        from memberships
        where type = 'page' and id = ${id}
        order by member_id`);
    const before = await stored();
    for (const role of ['owner', 'ADMIN', '', 'king'])
      expect((await change(owner, member.id, role)).status, role).toBe(400);
    expect(
      (
        await call(owner, 'POST', `/sitepage/changerole/${id}`, {
          member_id: member.id,
          'role[]': 'admin',
        })
      ).status,
    ).toBe(400);
    for (const [target, role] of [
      [member.id, 'admin'],
      [second.id, 'member'],
      [owner.id, 'member'],
      [admin.id, 'admin'],
    ] as const)
      expect((await change(admin, target, role)).status).toBe(401);
    expect(await stored()).toEqual(before);
    const giveTitle = (as: Member, member_id: number, role: string) =>
      call(as, 'POST', `/sitepage/changerole/${id}`, { member_id, role, title: 'Steersman' });
    for (const [as, role] of [
      [admin, 'owner'],
      [owner, 'admin'],
      [member, 'member'],
    ] as const)
      expect((await giveTitle(as, as.id, role)).status).toBe(401);
    expect((await giveTitle(owner, member.id, 'owner')).status).toBe(400);
    expect(await stored()).toEqual(before);
    expect((await giveTitle(owner, owner.id, 'owner')).status).toBe(200);
    expect((await giveTitle(admin, admin.id, 'admin')).status).toBe(200);
    expect(await stored()).toEqual(
      before.map((row) =>
        [owner.id, admin.id].includes(Number(row.member_id)) ? { ...row, title: 'Steersman' } : row,
      ),
    );
    expect((await change(admin, member.id, 'moderator')).body).toEqual({
      member_id: member.id,
      role: 'moderator',
    });
    const admins = await call(admin, 'GET', `/sitepage/manageadmins/${id}`);
    expect(admins.body.response.map(({ role }: { role: string }) => role)).toEqual([
      'owner',
      'admin',
      'admin',
    ]);
    expect((await call(member, 'GET', `/sitepage/manageadmins/${id}`)).status).toBe(401);
    expect((await call(second, 'GET', '/notifications')).body.recentUpdates[0].type).toBe(
      'sitepage_admin',
    );
    await call(owner, 'POST', `/sitepage/featured-admins/${id}`, { user_ids: String(admin.id) });
    const featured = await call(owner, 'GET', `/sitepage/featured-admins/${id}`);
    expect(featured.body.response.map(({ featured: is }: { featured: number }) => is)).toEqual([
      0, 1, 0,
    ]);
    expect(
      (
        await call(owner, 'POST', `/sitepage/featured-admins/${id}`, {
          user_ids: String(member.id),
        })
      ).status,
    ).toBe(400);
    await call(owner, 'POST', `/sitepage/manageadmins/${id}`, {
      user_id: second.id,
      action: 'remove',
    });
    expect((await call(second, 'GET', `/sitepage/edit/${id}`)).status).toBe(401);
    expect(
      (
        await call(admin, 'POST', `/sitepage/manageadmins/${id}`, {
          user_id: second.id,
          action: 'add',
        })
      ).status,
    ).toBe(401);
    expect(
      (await call(admin, 'POST', `/sitepage/remove-member/${id}`, { member_id: member.id })).status,
    ).toBe(200);
    expect((await call(member, 'GET', `/sitepage/view/${id}`)).body.response.role).toBe('');
  });

  test('settings of notifications and tabs are kept', async () => {
    const id = await addPage(owner);
    await call(owner, 'POST', `/sitepage/notification-settings/${id}`, {
      notification: 1,
      email: 0,
      action_notification: 'review,joined',
    });
    expect(
      (await call(owner, 'GET', `/sitepage/notification-settings/${id}`)).body.formValues,
    ).toEqual({
      notification: 1,
      email: 0,
      action_notification: ['joined', 'review'],
    });
    expect((await call(other, 'GET', `/sitepage/notification-settings/${id}`)).status).toBe(401);
    await call(other, 'POST', `/sitepage/follow/${id}`);
    const notices = (await call(owner, 'GET', '/notifications', { limit: 50 })).body.recentUpdates;
    expect(
      notices.filter(
        ({ type, object_id }: { type: string; object_id: number }) =>
          type === 'sitepage_follow' && object_id === id,
      ),
    ).toEqual([]);
    await call(owner, 'POST', `/sitepage/apps/${id}`, { name: 'reviews', enabled: 0 });
    const apps = (await call(owner, 'GET', `/sitepage/apps/${id}`)).body.response;
    expect(apps.find(({ name }: { name: string }) => name === 'reviews').enabled).toBe(0);
    const { profile_tabs: tabs } = (await call(other, 'GET', `/sitepage/view/${id}`)).body;
    expect(tabs.map(({ name }: { name: string }) => name)).not.toContain('reviews');
  });
});

test('GET closes a page for native clients only, which send their token in the headers', async () => {
  const id = await addPage(owner);
  const path = `/sitepage/close/${id}`;
  const { oauth_token, oauth_secret } = await credentialsOf(owner);
  const cookie = `hearth_token=${oauth_token}; hearth_secret=${oauth_secret}`;
  expect((await send('POST', path, {}, { headers: { cookie } })).body).toEqual({ closed: 1 });
  const byCookie = await send('GET', path, {}, { headers: { cookie } });
  expect(byCookie).toMatchObject({ status: 401, error_code: 'unauthorized' });
  const inQuery = { oauth_token: oauth_token!, oauth_secret: oauth_secret! };
  expect((await send('GET', path, inQuery)).status).toBe(401);
  expect((await send('GET', path, {}, { as: other })).status).toBe(401);
  expect((await send('GET', path, {}, { as: owner })).body).toEqual({ closed: 0 });
});

test('e-mail addresses of those who ask to join are in no other answer', async () => {
  const id = await addPage(owner, { member_approval: 1 });
  const ann = await addMember({ name: 'Ann' });
  await call(ann, 'POST', `/sitepage/join/${id}`);
  const paths = [
    `/sitepage/view/${id}`,
    `/sitepage/information/${id}`,
    `/sitepage/members/${id}`,
    `/sitepage/manageadmins/${id}`,
    `/sitepage/featured-admins/${id}`,
    `/sitepage/invite-members/${id}`,
    `/sitepage/edit/${id}`,
    `/sitepage/apps/${id}`,
    `/sitepage/reviews/browse/${id}`,
    `/sitepage/photos/index/${id}`,
    `/sitepage/audit-log/${id}`,
    `/sitepage/invite-links/${id}`,
    `/sitepage/notification-settings/${id}`,
    `/sitepage/tellafriend/${id}`,
    `/sitepages/statistics?page_id=${id}`,
    `/sitepages/statistics?page_id=${id}&type=reports`,
    `/advancedactivity/feeds?subject_type=sitepage_page&subject_id=${id}`,
    `/advancedactivity/feeds/pinned?subject_type=sitepage_page&subject_id=${id}`,
    `/advancedactivity/feeds/pending?subject_type=sitepage_page&subject_id=${id}`,
    '/sitepages/browse',
    '/sitepages/manage',
    '/sitepages/search-form',
    '/sitepages/category',
    '/sitepages/packages',
    '/sitepages/create',
    '/notifications',
  ];
  // Every call of the area that reads is scanned, but the list of requests itself.
  const read = Object.values({ ...calls, ...reviewCalls, ...photoCalls, ...contactCalls })
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/\/:\w+/g, ''));
  const scanned = paths.map((path) => path.replace(/\?.*/, '').replace(/(\/\d+)+$/, ''));
  for (const path of read)
    if (!/pending-requests|viewalbum|close/.test(path)) expect(scanned, path).toContain(path);
  for (const as of [owner, ann, other])
    for (const path of paths) expect((await call(as, 'GET', path)).text, path).not.toContain('@');
  const cleo = await addMember({ name: 'Cleo' });
  await befriend(owner, cleo);
  const writes: Array<[Member, string, Fields?]> = [
    [other, `/sitepage/join/${id}`],
    [cleo, `/sitepage/join/${id}`],
    [owner, `/sitepage/edit/${id}`, { location: 'Quay 3' }],
    [owner, `/sitepage/invite-members/${id}`, { users: String(cleo.id) }],
    [owner, `/sitepage/approve-pending/${id}`, { member_id: other.id }],
    [owner, `/sitepage/reject-pending/${id}`, { member_id: ann.id, reason: 'Full' }],
    [owner, `/sitepage/changerole/${id}`, { member_id: other.id, role: 'admin' }],
    [owner, `/sitepage/featured-admins/${id}`, { user_ids: String(other.id) }],
    [owner, `/sitepage/notification-settings/${id}`, { email: 0 }],
    [owner, `/sitepage/invite-links/${id}`, { uses: 1 }],
    [other, `/sitepage/follow/${id}`],
    [cleo, `/sitepage/reviews/create/${id}`, { rating: 4, title: 'Good', body: 'They row well.' }],
    [other, `/sitepage/leave/${id}`],
  ];
  for (const [as, path, fields] of writes) {
    const { status, text } = await call(as, 'POST', path, fields);
    expect(status, `${path} ${text}`).toBeLessThan(300);
    expect(text, path).not.toContain('@');
  }
});
