import { expect, test } from 'vitest';
import { readOwnAd } from '#domains/ads/campaigns/ad-rows.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember } from '../support/people.ts';
import { addAd } from './ad-world.ts';

test('the picture of a deleted ad is removed a day later', async () => {
  const id = await addAd(await addMember());
  await db.execute(sql`update ad_versions set picture = 'boats.webp' where ad_id = ${id}`);
  await db.execute(sql`delete from ads where id = ${id}`);
  const due = await db.execute<{ hours: number }>(sql`
    select round(extract(epoch from remove_after - now()) / 3600)::int as hours
    from orphaned_avatars
    where name = 'boats.webp'`);
  expect(due).toEqual([{ hours: 24 }]);
});

test('an ad without a picture shows that of the page it promotes', async () => {
  const owner = await addMember();
  const page = await addPage(owner);
  const subject = { cads_url: '', resource_type: 'sitepage_page', resource_id: page };
  const id = await addAd(owner, subject);
  await db.execute(sql`
    update containers set avatar = 'oven.webp' where type = 'page' and id = ${page}`);
  expect((await readOwnAd(owner, id)).picture).toBe('oven.webp');
  await db.execute(sql`update ad_versions set picture = 'boats.webp' where ad_id = ${id}`);
  expect((await readOwnAd(owner, id)).picture).toBe('boats.webp');
});
