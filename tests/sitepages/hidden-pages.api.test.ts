import { beforeAll, describe, expect, test } from 'vitest';
import {
  listRemoved,
  readOrRemoved,
} from '#domains/containers/lifecycle/removed-containers.server.ts';
import { listContainerSitemapPage } from '#domains/containers/sitemap.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import * as photoCalls from '#domains/sitepages/photos/page-photos.calls.ts';
import * as reviewCalls from '#domains/sitepages/reviews.calls.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import { addMember } from '../support/people.ts';
import { send, type Fields } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addPage, call } from './page-world.ts';

// A draft, a declined and a removed page with albums and reviews answer like one that never was.

let owner: Member;
let other: Member;
let admin: Member;

let absent: Record<'forMembers' | 'forVisitors', Answers>;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, other, admin] = [await addMember(), await addMember(), await addMember()];
  absent = {
    forMembers: await answers(other, missing),
    forVisitors: await answers(undefined, missing),
  };
});

type Answers = Record<string, { status: number; text: string }>;
interface Ids {
  page: number;
  album: number;
  photo: number;
  review: number;
  slug: string;
}
const missing: Ids = {
  page: 9_999_991,
  album: 9_999_992,
  photo: 9_999_993,
  review: 9_999_994,
  slug: '',
};

/** A page with everything, in that state. */
async function addHidden(state: string): Promise<Ids> {
  const slug = `quince-${state}`;
  const page = await addPage(owner, { title: `Quince ${state}`, page_url: slug });
  const added = await call(owner, 'POST', `/sitepage/photos/addalbum/${page}`, { title: 'Quince' });
  const album = added.body.response.album_id as number;
  const form = formOf({ photo0: fixture('square.jpg') });
  const photos = await send(
    'POST',
    `/sitepage/photos/addphoto/${page}/${album}`,
    {},
    { as: owner, form },
  );
  const reviewed = await call(await addMember(), 'POST', `/sitepage/reviews/create/${page}`, {
    rating: 4,
    title: 'Quince',
    body: 'A fine quince indeed.',
  });
  await call(admin, 'POST', `/sitepage/join/${page}`);
  await call(owner, 'POST', `/sitepage/changerole/${page}`, { member_id: admin.id, role: 'admin' });
  await db.execute(
    sql`update containers set state = ${state} where type = 'page' and id = ${page}`,
  );
  return {
    page,
    album,
    photo: photos.body.response[0].photo_id as number,
    review: reviewed.body.response.review_id as number,
    slug,
  };
}

/** Enough for the schema of each call, so that none is refused for its form. */
const good = (ids: Ids): Fields => ({
  page_id: ids.page,
  title: 'Quince',
  body: 'A text that is long enough.',
  review_id: ids.review,
  answer: 'Thanks',
  featured: 1,
  rating: 4,
});

/**
 * Calls that name an album, photo or review, and the first ones of a page; all others are asked in
 * tests/containers/hidden-calls.api.test.ts.
 */
const areaCalls = [
  ...Object.values({ ...reviewCalls, ...photoCalls }),
  calls.readPage,
  calls.readInformation,
  calls.followPage,
  calls.join,
];
const fill = (path: string, ids: Ids) =>
  path
    .replace(/:(id|pageId|page_id)\b/, String(ids.page))
    .replace(/:(albumId|album_id)\b/, String(ids.album))
    .replace(/:photo_id\b/, String(ids.photo))
    .replace(/:review_id\b/, String(ids.review))
    .replace(/:\w+/, '1');

/** Calls of other areas about a page. */
const elsewhere = (ids: Ids): Array<['GET' | 'POST', string, Fields]> => {
  const subject = { subject_type: 'sitepage_page', subject_id: ids.page };
  return [
    ['GET', '/advancedactivity/feeds', subject],
    ['GET', '/advancedactivity/feeds/pinned', subject],
    ['GET', '/advancedactivity/feeds/pending', subject],
    ['POST', '/advancedactivity/feeds/post', { ...subject, body: 'Hello' }],
    ['POST', '/like', subject],
    ['POST', '/like', { subject_type: 'sitepage_review', subject_id: ids.review }],
    ['POST', '/activity/share', { type: 'sitepage_page', id: ids.page, body: '' }],
    [
      'POST',
      '/report/create',
      { type: 'sitepage_page', id: ids.page, category: 'spam', description: 'Look' },
    ],
    ['GET', '/advancedvideos/index', subject],
    ['GET', '/coverphoto/get-cover-photo-menu', subject],
    ['POST', '/coverphoto/remove-cover-photo', subject],
  ];
};

async function answers(as: Member | undefined, ids: Ids): Promise<Answers> {
  const found: Answers = {};
  for (const { method, path } of areaCalls) {
    const { status, text } = await send(method, fill(path, ids), good(ids), { as });
    found[`${method} ${path}`] = { status, text };
  }
  for (const [method, path, fields] of elsewhere(ids)) {
    const { status, text } = await send(method, path, fields, { as });
    found[`${method} ${path} ${fields.type ?? fields.subject_type}`] = { status, text };
  }
  return found;
}

describe.each(['draft', 'declined', 'removed'])('a page that is %s', (state) => {
  let ids: Ids;
  beforeAll(async () => {
    ids = await addHidden(state);
  });

  test('answers other members and visitors like one that never was', async () => {
    expect(await answers(other, ids)).toEqual(absent.forMembers);
    expect(await answers(undefined, ids)).toEqual(absent.forVisitors);
    const found = Object.entries(absent.forMembers).filter(([, { status }]) => status !== 404);
    expect(found).toEqual([]);
  });

  test('is in no list, no search, no sitemap and not found by its name', async () => {
    for (const as of [other, undefined]) {
      const lists: Array<[string, Fields]> = [
        ['/sitepages/browse', { search: 'Quince' }],
        ['/sitepages/browse', { user_id: owner.id }],
        ['/sitepages/browse', { orderby: 'trending' }],
      ];
      for (const [path, fields] of lists)
        expect((await send('GET', path, fields, { as })).text).not.toContain(`Quince ${state}`);
    }
    const { text } = await send('GET', '/search', { query: 'Quince' }, { as: other });
    expect(text).not.toContain(`Quince ${state}`);
    expect(JSON.stringify(await listContainerSitemapPage(1))).not.toContain(`/${ids.page}"`);
    // Taken, without a word about whose it is.
    const taken = await send(
      'POST',
      '/sitepages/create',
      { title: 'New', category_id: 2, body: 'We row.', page_url: ids.slug },
      { as: other },
    );
    expect(taken.status).toBe(400);
    expect(taken.text).not.toContain(`Quince ${state}`);
  });

  test('is read by its staff unless the site has removed it', async () => {
    for (const as of [owner, admin]) {
      const { status } = await call(as, 'GET', `/sitepage/view/${ids.page}`);
      expect(status).toBe(state === 'removed' ? 404 : 200);
    }
  });
});

test('the owner of a page that moderators removed reads the reason, nobody else', async () => {
  const id = await addPage(owner, { title: 'Quince fair' });
  const moderator = await addMember({ name: 'Mo', role: 'moderator' });
  await createReport(other, { type: 'page', id, category: 'spam', description: 'Look' });
  const decide = (reason: string) =>
    send(
      'POST',
      '/admin/reports/decide',
      { type: 'sitepage_page', id, decision: 'remove', reason },
      { as: moderator },
    );
  expect((await decide('x'.repeat(501))).status).toBe(400);
  expect((await decide('It sold tickets.')).status).toBe(200);
  const removed = { id, title: 'Quince fair', reason: 'It sold tickets.' };
  expect(await listRemoved(owner, 'page')).toContainEqual(removed);
  const readAs = (member: Member) =>
    readOrRemoved(member, { type: 'page', itemId: id }, readPage(member, id));
  expect(await readAs(owner)).toEqual({ removed });
  for (const member of [admin, other, moderator]) {
    expect(await listRemoved(member, 'page')).toEqual([]);
    await expect(readAs(member)).rejects.toMatchObject({ code: 'no_record' });
  }
  // A page of hers that was not removed is read as ever.
  const kept = await addPage(owner, { title: 'Quince walk' });
  const found = await readOrRemoved(owner, { type: 'page', itemId: kept }, readPage(owner, kept));
  expect(found.row?.title).toBe('Quince walk');
});
