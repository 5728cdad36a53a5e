import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { search } from '#domains/search/search.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addContainer, addContainerPost, addMembership } from '../containers/container-world.ts';
import { addMedia, addMember, addPost, befriend, block } from '../support/people.ts';
import { send } from '../support/rest.ts';

let ada: Member;
let friend: Member;
let other: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  ada = await addMember({ name: 'Ada Quill' });
  friend = await addMember({ name: 'Bo Reed' });
  other = await addMember({ name: 'Cy Lake' });
  await befriend(ada, friend);
});

const find = async (as: Member, query: string, type: 'video' | '' = 'video', limit = 20) =>
  search(as, { query, type, page: 1, limit });
const idsFor = async (as: Member, query: string) => {
  const { result, totalItemCount } = await find(as, query);
  expect(totalItemCount).toBe(result.length);
  return result.map(({ resource_id }) => resource_id);
};
const addVideo = async (postId: number, body: string, owner = ada) =>
  addMedia(owner, postId, { kind: 'video', body });

describe('videos', () => {
  test('are found by the beginnings of words of their description and title', async () => {
    const id = await addVideo(await addPost(ada), 'Ein Glühwürmchen im Garten');
    expect(await idsFor(other, 'gluhwurm')).toEqual([id]);
    await send('POST', `/advancedvideo/edit/${id}`, { title: 'Lantern beetle' }, { as: ada });
    expect(await idsFor(other, 'beetle garten')).toEqual([id]);
    await send('POST', `/advancedvideo/edit/${id}`, { description: '' }, { as: ada });
    expect(await idsFor(other, 'gluhwurm')).toEqual([]);
    const { result } = await find(other, 'lantern');
    expect(result).toMatchObject([
      {
        type: 'Video',
        item_type: 'video',
        video_id: id,
        title: 'Lantern beetle',
        displayname: 'Lantern beetle',
        content_url: `/profile/${ada.id}/videos/${id}`,
      },
    ]);
  });

  test('are found and counted by whom their post is visible to', async () => {
    const id = await addVideo(await addPost(ada, { audience: 'friends' }), 'Marmalade');
    const blocked = await addMember();
    await befriend(ada, blocked);
    await block(blocked, ada);
    expect(await idsFor(friend, 'marmalade')).toEqual([id]);
    for (const as of [other, blocked]) expect(await idsFor(as, 'marmalade')).toEqual([]);
  });

  test('in a closed group are for its members, at an address in the group', async () => {
    const group = await addContainer(ada, { visibility: 'members' });
    const id = await addVideo(await addContainerPost(group, ada), 'Rehearsal');
    await addMembership(group, friend);
    const { result } = await find(friend, 'rehearsal');
    expect(result.map(({ content_url }) => content_url)).toEqual([
      `/groups/${group.id}/videos/${id}`,
    ]);
    expect(await idsFor(other, 'rehearsal')).toEqual([]);
  });

  test('that are being converted are for their owner, deleted ones for nobody', async () => {
    const postId = await addPost(ada);
    const id = await addVideo(postId, 'Timelapse');
    await db.execute(sql`
      update media set details = details || '{"state": "processing"}'::jsonb where id = ${id}`);
    expect(await idsFor(other, 'timelapse')).toEqual([]);
    expect(await idsFor(ada, 'timelapse')).toEqual([id]);
    await db.execute(sql`delete from posts where id = ${postId}`);
    expect(await idsFor(ada, 'timelapse')).toEqual([]);
  });
});

test('five results of everything hold one video', async () => {
  for (let index = 0; index < 4; index += 1) {
    await addMember({ name: `Plover ${index}` });
    await addVideo(await addPost(ada, { body: `plover ${index}` }), `plover ${index}`);
  }
  const types = (await find(other, 'plover', '', 5)).result.map(({ type }) => type);
  expect(types).toEqual(['User', 'User', 'User', 'Video', 'Post']);
  const { result, totalItemCount } = await find(other, 'plover', '');
  expect(totalItemCount).toBe(12);
  expect(new Set(result.map(({ content_url }) => content_url)).size).toBe(12);
});
