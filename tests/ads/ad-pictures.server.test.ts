import { expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
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
