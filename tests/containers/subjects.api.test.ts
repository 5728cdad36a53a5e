// @module-tag rights
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteRows } from '#domains/containers/lifecycle/deletion.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addEvent } from '../events/event-world.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { fixture } from '../support/files.ts';
import { addMember, block, givePassword, setProfileAudience } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';

let ada: Member;
let bo: Member;
let password: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  password = await givePassword(ada);
});

const kinds = [
  ['group', '/groups', (): Promise<number> => addGroup(ada)],
  ['event', '/events', (): Promise<number> => addEvent(ada)],
  ['sitepage_page', '/sitepage', (): Promise<number> => addPage(ada)],
  // The short name is the same type.
  ['sitepage', '/sitepage', (): Promise<number> => addPage(ada)],
] as const;

const post = (as: Member | undefined, path: string, fields: Fields) =>
  send('POST', path, fields, { as });

const noticesAbout = async (id: number, itemType?: string) =>
  (
    await db.execute<{ type: string; recipientId: number }>(sql`
      select type, recipient_id as "recipientId"
      from notifications
      where subject_id = ${id}
        and type in ('liked', 'commented')
        and subject_type = coalesce(${itemType ?? null}, subject_type)
      order by type`)
  ).map(({ type, recipientId }) => [type, Number(recipientId)]);

describe.each(kinds)('a %s', (subject_type, area, add) => {
  test('is liked and commented on by whoever may read it, and its owner is notified', async () => {
    const subject_id = await add();
    const subject = { subject_type, subject_id };
    expect((await post(bo, '/like', subject)).body).toMatchObject({ is_like: 1, like_count: 1 });
    const written = await post(bo, '/comment-create', { ...subject, body: 'Nice' });
    expect(written.body).toMatchObject({ comment_body: 'Nice', user_id: bo.id });
    expect(await noticesAbout(subject_id)).toEqual([
      ['commented', ada.id],
      ['liked', ada.id],
    ]);
    const list = await send(
      'GET',
      '/likes-comments',
      { ...subject, viewAllComments: 1 },
      { as: ada },
    );
    expect(list.body).toMatchObject({ getTotalComments: 1, getTotalLikes: 1 });
    expect((await post(bo, '/unlike', subject)).body).toMatchObject({ is_like: 0 });
    expect((await post(undefined, '/like', subject)).status).toBe(401);
  });

  test('takes none of somebody banned', async () => {
    const subject_id = await add();
    await db.execute(sql`
      insert into memberships (type, id, member_id, state)
      select type, id, ${bo.id}, 'banned' from containers where id = ${subject_id}`);
    const subject = { subject_type, subject_id };
    expect((await post(bo, '/like', subject)).status).not.toBe(200);
    expect((await post(bo, '/comment-create', { ...subject, body: 'Hm' })).status).not.toBe(200);
    expect(await noticesAbout(subject_id)).toEqual([]);
  });

  test('is absent for those who may not know it, and takes them along when it is deleted', async () => {
    const subject_id = await add();
    const subject = { subject_type, subject_id };
    await post(ada, '/like', subject);
    await post(ada, '/comment-create', { ...subject, body: 'Mine' });
    await db.execute(sql`
      update containers set visibility = 'members', is_listed = false where id = ${subject_id}`);
    expect((await post(bo, '/like', subject)).error_code).toBe('no_record');
    expect((await post(bo, '/comment-create', { ...subject, body: 'Hm' })).error_code).toBe(
      'no_record',
    );
    await send('DELETE', `${area}/delete/${subject_id}`, { password }, { as: ada });
    await deleteRows();
    const [left] = await db.execute<{ count: number }>(sql`
      select (select count(*) from reactions where subject_id = ${subject_id})
        + (select count(*) from comments where subject_id = ${subject_id}) as count`);
    expect(Number(left!.count)).toBe(0);
  });
});

test('a member is liked by others, not by themselves, and takes no comments', async () => {
  const cleo = await addMember({ name: 'Cleo' });
  const subject = { subject_type: 'user', subject_id: cleo.id };
  expect((await post(bo, '/like', subject)).body).toMatchObject({ is_like: 1, like_count: 1 });
  const notices = await send('GET', '/notifications', { limit: 5 }, { as: cleo });
  expect(notices.text).toContain('reacted to your profile.');
  expect((await post(cleo, '/like', subject)).status).toBe(401);
  expect((await post(bo, '/comment-create', { ...subject, body: 'Hm' })).status).toBe(401);
  await setProfileAudience(cleo, 'friends');
  expect((await post(bo, '/like', subject)).error_code).toBe('no_record');
  await setProfileAudience(cleo, 'members');
  await block(cleo, ada);
  expect((await post(ada, '/like', subject)).error_code).toBe('no_record');
});

test('a photo of a page is liked by either name of its type, which notifies who added it', async () => {
  const page = await addPage(ada);
  const album = (await post(ada, `/sitepage/photos/addalbum/${page}`, { title: 'Boats' })).body
    .response.album_id;
  const form = new FormData();
  form.set('photo0', fixture('square.jpg'));
  const path = `/sitepage/photos/addphoto/${page}/${album}`;
  const added = await send('POST', path, {}, { as: ada, form });
  const subject_id = added.body.response[0].photo_id;
  const liked = await post(bo, '/like', { subject_type: 'sitepage_photo', subject_id });
  expect(liked.body).toMatchObject({ is_like: 1, like_count: 1 });
  const again = await post(bo, '/like', { subject_type: 'album_photo', subject_id });
  expect(again.body).toMatchObject({ is_like: 1, like_count: 1 });
  expect(await noticesAbout(subject_id, 'photo')).toEqual([['liked', ada.id]]);
});
