import { expect, test } from 'vitest';
import {
  countContainerSitemapPages,
  listContainerSitemapPage,
} from '#domains/containers/sitemap.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addContainer } from './container-world.ts';

test('the sitemap lists what visitors may read and lists may show, of every kind', async () => {
  expect(await countContainerSitemapPages()).toBe(0);
  expect(await listContainerSitemapPage(1)).toBeUndefined();
  const owner = await addMember();
  const page = await addContainer(owner, { type: 'page' });
  const group = await addContainer(owner, { type: 'group' });
  const event = await addContainer(owner, { type: 'event' });
  await addContainer(owner, { type: 'page', visibility: 'members' });
  await addContainer(owner, { type: 'page', isListed: false });
  const draft = await addContainer(owner, { type: 'page' });
  await db.execute(sql`update containers set state = 'draft' where id = ${draft.id}`);

  const paths = (await listContainerSitemapPage(1))!.map(({ path }) => path);
  expect(paths).toEqual([
    `/pages/page/${page.id}`,
    `/groups/group/${group.id}/posts`,
    `/events/event/${event.id}`,
  ]);
  expect(await countContainerSitemapPages()).toBe(1);
  expect(await listContainerSitemapPage(2)).toBeUndefined();

  const { PUBLIC_READING } = env();
  env().PUBLIC_READING = false;
  expect(await listContainerSitemapPage(1)).toEqual([]);
  env().PUBLIC_READING = PUBLIC_READING;
});
