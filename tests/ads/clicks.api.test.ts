import { expect, test } from 'vitest';
import { clickAd } from '#domains/ads/clicks/click-ad.server.ts';
import { createToken } from '#domains/ads/serving/ad-token.server.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addPage, addToPage } from '../sitepages/page-world.ts';
import { addMember } from '../support/people.ts';
import { addAd, call, shownTo, stored } from './ad-world.ts';

const clicks = { model: 'clicks', amount: 10 } as const;
const now = () => Date.now() / 1_000;

const reasonOf = async (id: number) => {
  const [row] = await db.execute<{ reason: string }>(sql`
    select reason from ad_ignored_clicks where ad_id = ${id} order by id desc limit 1`);
  return row?.reason;
};

test('the token of a delivery makes one click count', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner, {}, clicks);
  const token = createToken({ adId: id, version: 1, memberId: reader.id }, now());
  expect(await clickAd(reader, id, token)).toMatchObject({ url: 'https://boats.example/rent' });
  await clickAd(reader, id, token);
  expect(await stored(id)).toMatchObject({ used: 1, clicks: 1, ignored: 1 });
  expect(await reasonOf(id)).toBe('repeated');
});

test.each([
  [
    'of another member',
    (id: number, reader: number) =>
      createToken({ adId: id, version: 1, memberId: reader + 1 }, now()),
  ],
  [
    'of another ad',
    (id: number, reader: number) =>
      createToken({ adId: id + 1, version: 1, memberId: reader }, now()),
  ],
  [
    'that is older than two hours',
    (id: number, reader: number) =>
      createToken({ adId: id, version: 1, memberId: reader }, now() - 7_300),
  ],
  [
    'that was altered',
    (id: number, reader: number) =>
      `${createToken({ adId: id, version: 1, memberId: reader }, now()).slice(0, -2)}AA`,
  ],
  ['that is none', () => 'x'],
])('a token %s leads to the stored address and counts nothing', async (_, create) => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner, {}, clicks);
  expect(await clickAd(reader, id, create(id, reader.id))).toMatchObject({
    url: 'https://boats.example/rent',
  });
  expect(await stored(id)).toMatchObject({ used: 0, clicks: 0, ignored: 1 });
  expect(await reasonOf(id)).toBe('token');
});

test('clicks of the owner, of the staff of the promoted page and of moderators are not billed', async () => {
  const owner = await addMember();
  const officer = await addMember();
  const moderator = await addMember({ role: 'moderator' });
  const pageId = await addPage(owner);
  await addToPage(owner, pageId, officer, 'admin');
  const id = await addAd(
    owner,
    { cads_url: '', resource_type: 'sitepage_page', resource_id: pageId },
    clicks,
  );
  for (const [member, reason] of [
    [owner, 'own'],
    [officer, 'own'],
    [moderator, 'staff'],
  ] as const) {
    const token = createToken({ adId: id, version: 1, memberId: member.id }, now());
    await clickAd(member, id, token);
    expect(await reasonOf(id)).toBe(reason);
  }
  expect(await stored(id)).toMatchObject({ used: 0, clicks: 0, ignored: 3 });
});

test('one of 100 clicks of a member, 20 at once, is billed', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner, {}, clicks);
  const token = createToken({ adId: id, version: 1, memberId: reader.id }, now());
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => clickAd(reader, id, token)));
  expect(await stored(id)).toMatchObject({ used: 1, clicks: 1, ignored: 99 });
});

test('ten of 100 members who click twenty at once on the last ten clicks are billed, and all are led on', async () => {
  const owner = await addMember();
  const id = await addAd(owner, {}, clicks);
  // More at once may be refused on a slow machine: each waits for a connection of its own.
  for (let round = 0; round < 5; round += 1) {
    const readers = await Promise.all(Array.from({ length: 20 }, () => addMember()));
    const targets = await Promise.all(
      readers.map((reader) =>
        clickAd(reader, id, createToken({ adId: id, version: 1, memberId: reader.id }, now())),
      ),
    );
    expect(targets.every((target) => target?.url === 'https://boats.example/rent')).toBe(true);
  }
  expect(await stored(id)).toMatchObject({ used: 10, unbilled: 90, clicks: 10, ignored: 90 });
});

test('a click by the call and one by the link at once are billed once', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner, {}, clicks);
  const [shown] = (await shownTo(reader)).filter((ad) => ad.userad_id === id);
  await Promise.all([
    clickAd(reader, id, shown!.token),
    call(reader, 'POST', `/communityads/update-click-count/${id}`),
  ]);
  expect(await stored(id)).toMatchObject({ used: 1, clicks: 1 });
});

test('a click after a day counts again', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner, {}, clicks);
  const click = async () => {
    const [row] = await db.execute<{ at: number }>(
      sql`select extract(epoch from now())::float8 as at`,
    );
    return row!.at;
  };
  await clickAd(
    reader,
    id,
    createToken({ adId: id, version: 1, memberId: reader.id }, await click()),
  );
  moveClock(25 * 3_600);
  try {
    const at = (await click()) + 25 * 3_600;
    await clickAd(reader, id, createToken({ adId: id, version: 1, memberId: reader.id }, at));
  } finally {
    moveClock(0);
  }
  expect(await stored(id)).toMatchObject({ used: 2, clicks: 2 });
});

test('a click on an ad that never ran is not found', async () => {
  const [owner, reader] = [await addMember(), await addMember()];
  const id = await addAd(owner, {}, { isApproved: false });
  const answer = await call(reader, 'POST', `/communityads/update-click-count/${id}`);
  expect(answer.status).toBe(404);
});
