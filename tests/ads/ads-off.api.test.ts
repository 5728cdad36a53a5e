import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { adsHandlers } from '#domains/ads/ads.api.ts';
import { areAdsOn } from '#domains/ads/serving/ad-pool.server.ts';
import { flushDeliveries } from '#domains/ads/serving/deliveries.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import type { Fields } from '../support/rest.ts';
import { adFields, addAd, addPackage, call, idsOf, shownTo, stored } from './ad-world.ts';

let admin: Member;
let owner: Member;
let reader: Member;
let ad: number;
let campaign: number;
let token: string;
let receipt: number;
let packageId: number;

beforeAll(async () => {
  [admin, owner, reader] = [
    await addMember({ role: 'admin' }),
    await addMember(),
    await addMember(),
  ];
  packageId = await addPackage();
  ad = await addAd(owner, {}, { model: 'clicks', amount: 5, price: 500 });
  receipt = (await call(admin, 'POST', '/admin/ads/paid', { id: ad })).body.receipt;
  const { body } = await call(owner, 'GET', '/communityads/index/getcampaigns');
  campaign = body.response[0].id;
  ({ token } = (await shownTo(reader))[0]!);
});

const set = (isOn: boolean) =>
  call(admin, 'POST', '/admin/ads/settings', { ads_on: Number(isOn), receipt_lines: '' });
afterAll(() => set(true));

/** Fields that each call of an advertiser accepts while ads are on; deletion comes last. */
const advertising: Record<string, () => Fields> = {
  '/communityads/index/getpackages': () => ({}),
  '/communityads/index/getcampaigns': () => ({}),
  '/communityads/index/create': () => ({ ...adFields, package_id: packageId }),
  '/communityads/index/editad': () => ({ id: ad, cads_title: 'Ships' }),
  '/communityads/index/adstatus': () => ({ id: ad, status: 'paused' }),
  '/communityads/index/editcampaign': () => ({ id: campaign, name: 'Winter' }),
  '/communityads/index/statistics': () => ({ ad_id: ad }),
  '/communityads/library': () => ({}),
  '/communityads/index/deletecampaign': () => ({ id: campaign }),
};
/** Calls of who still sees an ad, or has paid for one. */
const staying = [
  '/communityads/index/index',
  '/communityads/update-click-count/:id',
  '/communityads/seen/:id',
  '/communityads/index/remove-ad',
  '/communityads/show-again/:id',
  '/communityads/receipt/:id',
];

test('each call of ads is for advertisers, or stays while ads are off', () => {
  const paths = new Set(adsHandlers.map(({ call: { path } }) => path));
  expect([...paths].toSorted()).toEqual([...Object.keys(advertising), ...staying].toSorted());
});

test('while ads are off nothing runs, and only receipts are found', async () => {
  await set(false);
  try {
    for (const [path, fields] of Object.entries(advertising)) {
      const { method } = adsHandlers.find((one) => one.call.path === path)!.call;
      const as = path === '/communityads/library' ? reader : owner;
      const answer = await call(as, method as 'GET', path, fields());
      expect([answer.status, answer.error_code], path).toEqual([404, 'no_record']);
    }
    expect(await shownTo(reader)).toEqual([]);
    const list = await call(reader, 'GET', '/communityads/index/index');
    expect(list.body).toMatchObject({ advertisements: [], totalItemCount: 0 });
    for (const as of [owner, admin]) {
      const { status } = await call(as, 'GET', `/communityads/receipt/${receipt}`);
      expect(status).toBe(200);
    }
    expect((await call(reader, 'GET', `/communityads/receipt/${receipt}`)).status).toBe(404);
    const modules = await call(undefined, 'GET', '/get-enabled-modules');
    expect(modules.text).not.toContain('communityad');
  } finally {
    await set(true);
  }
  const modules = await call(undefined, 'GET', '/get-enabled-modules');
  expect(modules.text).toContain('communityad');
});

test('clicks and views of what was delivered before are not billed while ads are off', async () => {
  await set(false);
  await call(reader, 'POST', `/communityads/update-click-count/${ad}`, { token });
  await call(reader, 'POST', `/communityads/seen/${ad}`, { token });
  await flushDeliveries();
  expect(await stored(ad)).toMatchObject({ used: 0, clicks: 0, ignored: 1 });
  await set(true);
});

test('ads that ran go on when ads are on again', async () => {
  await set(false);
  await set(true);
  expect(idsOf(await shownTo(reader))).toContain(ad);
});

test('a switch by another process is known within five seconds', async () => {
  expect(await areAdsOn()).toBe(true);
  await db.execute(sql`update ad_settings set are_on = false`);
  const now = Date.now() + 5_001;
  vi.spyOn(Date, 'now').mockReturnValue(now);
  expect(await areAdsOn()).toBe(false);
  await set(true);
});

test('each call of advertisers is answered while ads are on', async () => {
  for (const [path, fields] of Object.entries(advertising)) {
    const { method } = adsHandlers.find((one) => one.call.path === path)!.call;
    const answer = await call(owner, method as 'GET', path, fields());
    expect(answer.status, `${path} ${answer.text}`).toBe(200);
  }
});
