import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { composePageMail } from '#domains/sitepages/marketing/page-mail.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember, block } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let admin: Member;
let other: Member;
let page: number;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1;
  owner = await addMember({ name: 'Olga' });
  [admin, other] = [await addMember(), await addMember({ name: 'Otto' })];
  page = await addPage(owner);
  await addToPage(owner, page, admin, 'admin');
});

const mail = (fields: Record<string, string | number>, as = other, id = page) =>
  call(as, 'POST', `/sitepage/tellafriend/${id}`, fields);

test('an address gets one recommendation a week, in the name of the member, without links', async () => {
  const to = 'friend@example.org';
  const form = await call(other, 'GET', `/sitepage/tellafriend/${page}`);
  expect(form.body.form.map(({ name }: { name: string }) => name)).toContain('receiver_emails');
  expect(
    (await mail({ receiver_emails: to, message: 'See it.', sender_name: 'Bank' })).status,
  ).toBe(200);
  const second = await addPage(owner, { title: 'Sailing club' });
  const again = { receiver_emails: `${to}, FRIEND@example.org` };
  expect((await mail(again)).status).toBe(200);
  expect((await mail(again, other, second)).status).toBe(200);
  expect((await mail({ receiver_emails: to }, admin, second)).status).toBe(200);
  const jobs = await db.execute<{ data: { to: string } }>(sql`
    select data from jobs.job where name = 'page-mail' and lower(data ->> 'to') = ${to}`);
  expect(jobs).toHaveLength(1);
  const content = await composePageMail({ pageId: page, senderId: other.id, to, message: 'Hm' });
  expect(content?.subject).toContain('Otto');
  expect(JSON.stringify(content)).not.toContain('Bank');
  const refusedMails: Array<Record<string, string>> = [
    { receiver_emails: '' },
    { receiver_emails: 'no address' },
    { receiver_emails: to, message: 'Look at https://example.org' },
    { receiver_emails: to, message: 'Look at example.org' },
    { receiver_emails: to, message: 'x'.repeat(301) },
    { receiver_emails: Array.from({ length: 11 }, (_, nth) => `a${nth}@example.org`).join(',') },
  ];
  for (const fields of refusedMails)
    expect(await mail(fields)).toMatchObject({ status: 400, error_code: 'validation_fail' });
});

test('no mail names a page that not everybody may know, or comes from somebody blocked', async () => {
  const secret = await addPage(owner);
  await db.execute(sql`
    update containers set visibility = 'members', is_listed = false
    where type = 'page' and id = ${secret}`);
  const to = 'someone@example.org';
  expect((await mail({ receiver_emails: to }, other, secret)).status).toBe(404);
  expect((await mail({ receiver_emails: to }, owner, secret)).status).toBe(401);
  const sent = { pageId: page, senderId: other.id, message: '' };
  const blocking = await addMember();
  const [{ email }] = (await db.execute<{ email: string }>(
    sql`select email from members where id = ${blocking.id}`,
  )) as unknown as [{ email: string }];
  expect(await composePageMail({ ...sent, to: email })).not.toBeNull();
  await block(blocking, other);
  expect(await composePageMail({ ...sent, to: email })).toBeNull();
});

test('mails are limited like invitations', async () => {
  const eager = await addMember();
  const ten = (start: number) => ({
    receiver_emails: Array.from({ length: 10 }, (_, nth) => `b${start + nth}@example.org`).join(),
  });
  const answers = [
    await mail(ten(0), eager),
    await mail(ten(10), eager),
    await mail(ten(20), eager),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
});

test('a member writes to the owner of a page, not across a block', async () => {
  const write = (as: Member, fields = { title: 'Boats', body: 'Do you rent boats?' }) =>
    call(as, 'POST', `/sitepage/messageowner/${page}`, fields);
  expect((await write(other)).status_code).toBe(204);
  const inbox = await call(owner, 'GET', '/messages/inbox');
  expect(inbox.body.requestCount).toBe(1);
  expect((await write(owner)).status).toBe(401);
  expect((await write(other, { title: 'Boats', body: '' })).status).toBe(400);
  const blocked = await addMember();
  await block(owner, blocked);
  expect((await write(blocked)).error_code).toBe('blocked');
  expect((await call(other, 'POST', '/sitepage/messageowner/999999', { body: 'x' })).status).toBe(
    404,
  );
});

test('admins set the cover and the picture', async () => {
  const set = (as: Member, special: string, subject_id = page) =>
    send(
      'POST',
      '/coverphoto/upload-cover-photo',
      {},
      {
        as,
        form: formOf({
          subject_type: 'sitepage_page',
          subject_id: String(subject_id),
          special,
          photo: fixture('square.jpg'),
        }),
      },
    );
  const secret = await addPage(owner);
  await db.execute(sql`
    update containers set visibility = 'members', is_listed = false
    where type = 'page' and id = ${secret}`);
  expect([(await set(other, 'cover')).status, (await set(other, 'cover', secret)).status]).toEqual([
    401, 404,
  ]);
  const cover = await set(admin, 'cover');
  expect(cover.body.response.cover_image).toContain('/media/public/');
  expect((await set(admin, 'profile')).body.response.image).toContain('/media/public/');
  const { body } = await call(other, 'GET', `/sitepage/photos/index/${page}`);
  const types = body.response.map(({ type }: { type: string }) => type);
  expect(types.toSorted()).toEqual(['cover', 'profile']);
});

test('the albums of cover and picture cannot be deleted', async () => {
  const { body } = await call(owner, 'GET', `/sitepage/photos/index/${page}`);
  const automatic = body.response.filter(({ type }: { type: string | null }) => type);
  expect(automatic).toHaveLength(2);
  for (const { album_id } of automatic)
    expect(
      await call(owner, 'DELETE', `/sitepage/photos/deletealbum/${page}/${album_id}`),
    ).toMatchObject({ status: 400, error_code: 'validation_fail' });
});

test('admins remove the cover, and others do not', async () => {
  const subject = { subject_type: 'sitepage_page', subject_id: page };
  expect((await call(other, 'GET', '/coverphoto/get-cover-photo-menu', subject)).status).toBe(401);
  expect((await call(other, 'POST', '/coverphoto/remove-cover-photo', subject)).status).toBe(401);
  await call(admin, 'POST', '/coverphoto/remove-cover-photo', subject);
  const shown = await call(other, 'GET', `/sitepage/view/${page}`);
  expect(shown.body.response.default_cover).toBe(1);
});
