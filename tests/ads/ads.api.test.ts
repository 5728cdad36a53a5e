import { expect, test } from 'vitest';
import { addPage } from '../sitepages/page-world.ts';
import { addMember } from '../support/people.ts';
import { addAd, call, idsOf, shownTo, stored } from './ad-world.ts';

const ofPage = async (owner: Awaited<ReturnType<typeof addMember>>) => ({
  cads_url: '',
  resource_type: 'sitepage_page',
  resource_id: await addPage(owner),
});

test('an ad for a page is shown to others and not to its owner', async () => {
  const owner = await addMember();
  const reader = await addMember();
  const id = await addAd(owner, await ofPage(owner));
  expect(idsOf(await shownTo(reader))).toContain(id);
  expect(idsOf(await shownTo(owner))).not.toContain(id);
});

test('a delivery to a client that reports nothing is a view, once an hour', async () => {
  const owner = await addMember();
  const reader = await addMember();
  const id = await addAd(owner, await ofPage(owner));
  await shownTo(reader);
  await shownTo(reader);
  expect(await stored(id)).toMatchObject({ used: 1, seen: 1, served: 1 });
});

test('a click counts once a day', async () => {
  const owner = await addMember();
  const reader = await addMember();
  const id = await addAd(owner, await ofPage(owner), { model: 'clicks', amount: 5 });
  await shownTo(reader);
  for (let round = 0; round < 3; round += 1)
    expect((await call(reader, 'POST', `/communityads/update-click-count/${id}`)).status_code).toBe(
      204,
    );
  expect(await stored(id)).toMatchObject({ used: 1, clicks: 1, ignored: 2 });
});

test('a click on an ad that was not delivered is not billed', async () => {
  const owner = await addMember();
  const id = await addAd(owner, await ofPage(owner), { model: 'clicks', amount: 5 });
  const other = await addMember();
  await call(other, 'POST', `/communityads/update-click-count/${id}`);
  expect(await stored(id)).toMatchObject({ used: 0, ignored: 1 });
});
