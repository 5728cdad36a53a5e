import { expect, test } from 'vitest';
import { readOwnAd } from '#domains/ads/campaigns/ad-rows.server.ts';
import { listPromotable } from '#domains/ads/edit/promotable.server.ts';
import { listLibrary } from '#domains/ads/library/ad-library.server.ts';
import { listForHost } from '#domains/ads/moderation/ad-decisions.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { listOwnPublicVideos } from '#domains/posts/own-videos.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { contentRow } from '#server/subjects.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMedia, addMember, addPost } from '../support/people.ts';
import { adFields, addAd, addPackage, call, idsOf, shownTo, stored } from './ad-world.ts';

const create = (as: Member, fields: Record<string, string | number>) =>
  call(as, 'POST', '/communityads/index/create', fields);
const campaignOf = async (owner: Member, adId: number) => {
  const { body } = await call(owner, 'GET', '/communityads/index/getcampaigns', { details: 1 });
  const found = body.response.find(({ ads }: { ads: Array<{ userad_id: number }> }) =>
    ads.some(({ userad_id: id }) => id === adId),
  );
  return found as { id: number; name: string };
};

test.each([
  ['an address of a script', 'javascript:alert(1)'],
  ['an address with a user name', 'https://boats.example@evil.test/'],
  ['data', 'data:text/html,x'],
  ['an address without a host', '//evil'],
  ['control characters', 'https://boats.example/\u0000'],
])('an ad that leads to %s is refused', async (_, url) => {
  const owner = await addMember();
  const packageId = await addPackage();
  const answer = await create(owner, { ...adFields, package_id: packageId, cads_url: url });
  expect(answer.status, answer.text).toBe(400);
  expect(answer.message).toHaveProperty('cads_url');
});

test('an ad without texts is refused with all of them at once', async () => {
  const answer = await create(await addMember(), { package_id: await addPackage() });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.message as object).toSorted()).toEqual([
    'cads_body',
    'cads_title',
    'campaign_name',
    'sponsored_by',
  ]);
});

test('a field that the form does not have changes nothing', async () => {
  const owner = await addMember();
  const id = await addAd(owner, { approved: 1, used: 5, bought: 1e9, is_house: 1, priority: 9 });
  const [row] = await db.execute(sql`
    select used, bought, is_house as "isHouse" from ads where id = ${id}`);
  expect(row).toEqual({ used: 0, bought: 1_000, isHouse: false });
});

test('an ad for a page of another member is refused', async () => {
  const [owner, other] = [await addMember(), await addMember()];
  const answer = await create(owner, {
    ...adFields,
    package_id: await addPackage(),
    cads_url: '',
    resource_type: 'sitepage_page',
    resource_id: await addPage(other),
  });
  expect(answer.status).toBe(401);
});

test('an ad for a secret group of another member looks like one that never was', async () => {
  const [owner, other] = [await addMember(), await addMember()];
  const secret = await addGroup(other, { privacy: 'secret' });
  const packageId = await addPackage();
  const ask = (id: number) =>
    create(owner, {
      ...adFields,
      package_id: packageId,
      cads_url: '',
      resource_type: 'group',
      resource_id: id,
    });
  const [hidden, missing] = [await ask(secret), await ask(999_999_999)];
  expect(hidden.status).toBe(404);
  expect(hidden.text).toBe(missing.text);
});

test('an ad ends when its group turns secret', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const group = await addGroup(owner, {});
  const id = await addAd(owner, { cads_url: '', resource_type: 'group', resource_id: group });
  expect(idsOf(await shownTo(reader))).toContain(id);
  await call(owner, 'POST', `/groups/edit/${group}`, { privacy: 'secret' });
  expect(idsOf(await shownTo(reader))).not.toContain(id);
});

test.each(['editcampaign', 'deletecampaign', 'adstatus', 'editad', 'statistics'])(
  '%s of another member is not found',
  async (step) => {
    const [owner, other] = [await addMember(), await addMember()];
    const id = await addAd(owner);
    const { id: campaign } = await campaignOf(owner, id);
    const fields: Record<string, Record<string, string | number>> = {
      editcampaign: { id: campaign, name: 'Mine' },
      deletecampaign: { id: campaign },
      adstatus: { id, status: 'paused' },
      editad: { id, cads_title: 'Mine' },
      statistics: { ad_id: id },
    };
    const method = step === 'statistics' ? 'GET' : 'POST';
    const answer = await call(other, method, `/communityads/index/${step}`, fields[step]);
    expect(answer.status).toBe(404);
  },
);

test('statistics and deletion refuse a list with one of another member wholly', async () => {
  const [owner, other] = [await addMember(), await addMember()];
  const [mine, foreign] = [await addAd(owner), await addAd(other)];
  const statistics = await call(owner, 'GET', '/communityads/index/statistics', {
    ad_id: `${mine}_${foreign}`,
  });
  expect(statistics.status).toBe(404);
  expect(statistics.text).not.toContain('Boats');
  const ids = [(await campaignOf(owner, mine)).id, (await campaignOf(other, foreign)).id];
  const deletion = await call(owner, 'POST', '/communityads/index/deletecampaign', {
    id: ids.join(','),
  });
  expect(deletion.status).toBe(404);
  expect(await campaignOf(owner, mine)).toBeDefined();
});

test('an ad that waits, was rejected or is unpaid cannot be switched on', async () => {
  const owner = await addMember();
  for (const bought of [{ isApproved: false }, { price: 500 }]) {
    const id = await addAd(owner, {}, bought);
    const answer = await call(owner, 'POST', '/communityads/index/adstatus', {
      id,
      status: 'active',
    });
    expect(answer.status).toBe(400);
    expect((await stored(id)).state).toBe('pending');
  }
});

test('a paused ad is not shown until it is resumed', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  const set = (status: string) =>
    call(owner, 'POST', '/communityads/index/adstatus', { id, status });
  await set('paused');
  expect(idsOf(await shownTo(reader))).not.toContain(id);
  await set('active');
  expect(idsOf(await shownTo(reader))).toContain(id);
});

test('a changed ad runs in its approved version until a moderator decides', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const moderator = await addMember({ role: 'moderator' });
  const id = await addAd(owner, {}, { isApproved: false });
  const decide = (step: string, version: number) =>
    call(moderator, 'POST', `/admin/ads/${step}`, { id, version, reason: 'No.' });
  const addressShown = async () => {
    const shown = await shownTo(reader);
    return shown.find((ad) => ad.userad_id === id)?.cads_url;
  };
  expect(await addressShown()).toBeUndefined();
  await decide('approve', 1);
  expect(await addressShown()).toBe('https://boats.example/rent');
  await call(owner, 'POST', '/communityads/index/editad', { id, cads_url: 'https://new.example' });
  expect(await addressShown()).toBe('https://boats.example/rent');
  await decide('reject', 2);
  expect(await addressShown()).toBe('https://boats.example/rent');
  await call(owner, 'POST', '/communityads/index/editad', { id, cads_url: 'https://new.example' });
  await decide('approve', 3);
  expect(await addressShown()).toBe('https://new.example');
});

test('moderators alone see how many ads wait, and nobody while ads are off', async () => {
  const [owner, admin] = [await addMember(), await addMember({ role: 'admin' })];
  const moderator = await addMember({ role: 'moderator' });
  const count = async (as: Member) =>
    (await call(as, 'GET', '/notifications/new-updates')).body.ads as number;
  const decide = (step: string, id: number, version: number) =>
    call(moderator, 'POST', `/admin/ads/${step}`, { id, version, reason: 'No.' });
  const switchAds = (ads_on: number) =>
    call(admin, 'POST', '/admin/ads/settings', { ads_on, receipt_lines: '' });
  const before = await count(moderator);
  const id = await addAd(owner, {}, { isApproved: false });
  const deleted = await addAd(owner, {}, { isApproved: false });
  expect([await count(moderator), await count(admin)]).toEqual([before + 2, before + 2]);
  expect(await count(owner)).toBe(0);
  await switchAds(0);
  expect(await count(moderator)).toBe(0);
  await switchAds(1);
  const { id: campaign } = await campaignOf(owner, deleted);
  await call(owner, 'POST', '/communityads/index/deletecampaign', { id: campaign });
  expect(await count(moderator)).toBe(before + 1);
  await decide('approve', id, 1);
  expect(await count(moderator)).toBe(before);
  await call(owner, 'POST', '/communityads/index/editad', { id, cads_title: 'Canoes' });
  expect(await count(moderator)).toBe(before + 1);
  await decide('reject', id, 2);
  expect(await count(moderator)).toBe(before);
});

test('the second of two moderators is too late', async () => {
  const owner = await addMember();
  const moderator = await addMember({ role: 'moderator' });
  const id = await addAd(owner, {}, { isApproved: false });
  const decide = (step: string) =>
    call(moderator, 'POST', `/admin/ads/${step}`, { id, version: 1, reason: 'No.' });
  const [first, second] = await Promise.all([decide('approve'), decide('reject')]);
  expect([first.status, second.status].toSorted()).toEqual([200, 404]);
});

test('members decide on nothing', async () => {
  const owner = await addMember();
  const id = await addAd(owner, {}, { isApproved: false });
  for (const [step, fields] of [
    ['approve', { id, version: 1 }],
    ['reject', { id, version: 1, reason: 'No.' }],
    ['remove', { id }],
    ['paid', { id }],
    ['settings', { ads_on: 0, receipt_lines: '' }],
  ] as const)
    expect((await call(owner, 'POST', `/admin/ads/${step}`, fields)).status, step).toBe(404);
});

test('an audience that fewer than 500 members fit is refused without a number', async () => {
  const owner = await addMember();
  const answer = await create(owner, {
    ...adFields,
    package_id: await addPackage(),
    target_location: 'Nowhere',
  });
  expect(answer.status).toBe(400);
  expect(answer.message).toEqual({
    audience: 'Too few members match. Please choose fewer criteria, or show it to everyone.',
  });
});

test('a paid package waits for an administrator, who gives receipts without a gap', async () => {
  const admin = await addMember({ role: 'admin' });
  const owner = await addMember();
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await addAd(owner, {}, { price: 500 }));
  const answers = await Promise.all(
    ids.map((id) => call(admin, 'POST', '/admin/ads/paid', { id })),
  );
  const numbers = answers.map(({ body }) => body.receipt as number).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
  expect((await stored(ids[0]!)).state).toBe('active');
  const again = await call(admin, 'POST', '/admin/ads/paid', { id: ids[0]! });
  expect(again.status).toBe(400);
  const cancelled = await Promise.all(
    [0, 1].map(() => call(admin, 'POST', '/admin/ads/cancel-receipt', { id: numbers[0]! })),
  );
  expect(cancelled.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const [row] = await db.execute<{ count: number; last: number }>(sql`
    select count(*)::int as count, max(number) as last from ad_receipts`);
  expect(row!.count).toBe(row!.last);
});

test('days that were bought begin when the ad is approved and paid, whichever is later', async () => {
  const [owner, admin] = [await addMember(), await addMember({ role: 'admin' })];
  const bought = { model: 'days', amount: 7, price: 500, isApproved: false } as const;
  const steps = {
    paid: (id: number) => call(admin, 'POST', '/admin/ads/paid', { id }),
    approve: (id: number) => call(admin, 'POST', '/admin/ads/approve', { id, version: 1 }),
  };
  for (const [first, last] of [
    ['paid', 'approve'],
    ['approve', 'paid'],
  ] as const) {
    const id = await addAd(owner, {}, bought);
    const waitFor = (days: number) =>
      db.execute(sql`
        update ads
        set starts_at = starts_at - make_interval(days => ${days}),
          ends_at = ends_at - make_interval(days => ${days})
        where id = ${id}`);
    await waitFor(9);
    expect((await steps[first](id)).status).toBe(200);
    await waitFor(9);
    expect((await steps[last](id)).status).toBe(200);
    const [left] = await db.execute<{ days: number }>(sql`
      select round(extract(epoch from ends_at - now()) / 86400)::int as days from ads where id = ${id}`);
    expect([left!.days, (await stored(id)).state], `${first} first`).toEqual([7, 'active']);
    const [period] = await db.execute<{ isSame: boolean }>(sql`
      select r.starts_at = a.starts_at and r.ends_at = a.ends_at as "isSame"
      from ad_receipts r
      join ads a on a.id = r.ad_id
      where a.id = ${id}`);
    expect(period!.isSame).toBe(true);
  }
});

test('an ad whose end has passed before it was paid is not marked as paid', async () => {
  const [owner, admin] = [await addMember(), await addMember({ role: 'admin' })];
  const id = await addAd(owner, {}, { price: 500 });
  await db.execute(sql`
    update ads set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = ${id}`);
  const answer = await call(admin, 'POST', '/admin/ads/paid', { id });
  expect(answer.status, answer.text).toBe(400);
  expect(answer.text).toContain('This ad has passed its end.');
});

test('a hidden ad is not shown again, and a misleading one takes its campaign along', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner);
  const { id: campaign } = await campaignOf(owner, id);
  const other = await addAd(owner, { adcampaign_id: campaign, campaign_name: '' });
  const hide = (adCancelReason: string) =>
    call(reader, 'POST', '/communityads/index/remove-ad', { adsId: id, adCancelReason });
  await hide('Other');
  const shown = idsOf(await shownTo(reader));
  expect(shown).not.toContain(id);
  expect(shown).toContain(other);
  await hide('Misleading');
  expect(idsOf(await shownTo(reader))).not.toContain(other);
  await call(reader, 'POST', `/communityads/show-again/${id}`);
  expect(idsOf(await shownTo(reader))).toEqual(expect.arrayContaining([id, other]));
});

test('a new ad in the oldest of many campaigns is answered with that campaign', async () => {
  const owner = await addMember();
  const { id, name } = await campaignOf(owner, await addAd(owner));
  await db.execute(sql`
    insert into ad_campaigns (owner_id, name)
    select ${owner.id}, 'Later ' || n from generate_series(1, 50) n`);
  const answer = await create(owner, {
    ...adFields,
    campaign_name: '',
    adcampaign_id: id,
    package_id: await addPackage(),
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.campaign).toMatchObject({ id, name, ad_count: 2 });
});

test('moderators read the version of a reported ad that runs, not a change that waits', async () => {
  const owner = await addMember();
  const id = await addAd(owner);
  await db.execute(sql`
    update ad_packages set is_approved = false
    where id = (select a.package_id from ads a where a.id = ${id})`);
  await call(owner, 'POST', '/communityads/index/editad', { id, cads_title: 'Harmless' });
  const [row] = await db.execute<{ content: { body: string } }>(sql`
    select (${contentRow('ad', sql`${id}::bigint`)}) as content`);
  expect(row!.content.body).toContain(adFields.cads_title);
  expect(row!.content.body).not.toContain('Harmless');
});

test('the library names a page that an ad promotes, as long as visitors may read it', async () => {
  const owner = await addMember();
  const page = await addPage(owner, { title: 'Corner Oven' });
  const id = await addAd(owner, {
    cads_url: '',
    resource_type: 'sitepage_page',
    resource_id: page,
  });
  await db.execute(sql`update ads set last_shown_on = current_date where id = ${id}`);
  const titleNow = async () => {
    const { ads } = await listLibrary(visitor, { page: 1, limit: 100 });
    return ads.find((ad) => Number(ad.id) === id)?.subjectTitle;
  };
  expect(await titleNow()).toBe('Corner Oven');
  await db.execute(sql`update containers set visibility = 'members' where id = ${page}`);
  expect(await titleNow()).toBe('');
  expect((await readOwnAd(owner, id)).subjectTitle).toBe('Corner Oven');
});

test('an ad does not name the secret page that it promoted, not even to moderators', async () => {
  const owner = await addMember();
  const moderator = await addMember({ role: 'moderator' });
  const page = await addPage(owner, { title: 'Corner Oven' });
  const id = await addAd(owner, {
    cads_url: '',
    resource_type: 'sitepage_page',
    resource_id: page,
  });
  const titleForModerators = async () => {
    const { ads } = await listForHost(moderator, { page: 1, limit: 100 });
    return ads.find((ad) => Number(ad.id) === id)?.subjectTitle;
  };
  expect(await titleForModerators()).toBe('Corner Oven');
  await db.execute(sql`
    update containers set visibility = 'members', is_listed = false where id = ${page}`);
  expect(await titleForModerators()).toBe('');
});

test('own pages and public videos can be chosen, and are accepted', async () => {
  const owner = await addMember();
  const page = await addPage(owner, { title: 'Corner Oven' });
  const post = await addPost(owner, { body: 'Kneading' });
  const video = await addMedia(owner, post, { kind: 'video' });
  const hidden = await addPost(owner, { audience: 'friends' });
  await addMedia(owner, hidden, { kind: 'video' });
  expect(await listPromotable(owner)).toEqual([{ type: 'page', id: page, title: 'Corner Oven' }]);
  expect(await listOwnPublicVideos(owner)).toEqual([{ id: video, title: 'Kneading' }]);
  expect(
    await addAd(owner, { cads_url: '', resource_type: 'video', resource_id: video }),
  ).toBeGreaterThan(0);
});
