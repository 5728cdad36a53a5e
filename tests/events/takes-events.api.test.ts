import { beforeAll, describe, expect, test } from 'vitest';
import { listContainerSitemapPage } from '#domains/containers/sitemap.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toFoundPage } from '#domains/search/search.model.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { env } from '#server/env.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend } from '../support/people.ts';
import { send, type RestAnswer } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addEvent, call, moveClockTo, view } from './event-world.ts';

// Everything that takes a group takes an event: one alone, and one of a series, whose number is not
// that of its wall.

let owner: Member;
let guest: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  env().FFMPEG_PATH = 'off';
  owner = await addMember({ name: 'Olga' });
  guest = await addMember({ name: 'Gus' });
  await befriend(owner, guest);
});

interface Item {
  feed: { action_id: number; type: string; feed_title: string; attachment: Card[] };
}
type Card = Record<string, unknown>;
const idsOf = ({ body }: RestAnswer): number[] =>
  (body.data as Item[]).map(({ feed }) => feed.action_id);
const uploaded = (path: string, fields: Record<string, string | File>) =>
  send('POST', path, {}, { as: owner, form: formOf(fields) });

describe.each([
  ['alone', {}],
  ['of a series', { rrule: 'FREQ=WEEKLY;COUNT=3' }],
])('an event %s', (name, fields) => {
  const title = `Regatta ${name.replaceAll(' ', '')}`;
  let id: number;
  let subject: { subject_type: string; subject_id: number };
  beforeAll(async () => {
    id = await addEvent(owner, { title, location: 'East pier', ...fields });
    subject = { subject_type: 'event', subject_id: id };
    await call(guest, 'POST', `/events/view/${id}`, { rsvp: 1 });
  });
  const post = async (as: Member, body: string) => {
    const answer = await call(as, 'POST', '/advancedactivity/feeds/post', { ...subject, body });
    expect(answer.status).toBe(200);
    return answer.body.response.feed.action_id as number;
  };
  const wall = (more = {}) =>
    call(guest, 'GET', '/advancedactivity/feeds', { ...subject, ...more });

  test('has posts on its wall and in the feed of events, with reactions, comments and mentions', async () => {
    const postId = await post(owner, `Oars for @${guest.username}`);
    expect(idsOf(await wall())).toContain(postId);
    const ofEvents = await call(guest, 'GET', '/advancedactivity/feeds', { filter_type: 'event' });
    expect(idsOf(ofEvents)).toContain(postId);
    const like = await call(guest, 'POST', '/advancedactivity/like', { action_id: postId });
    expect(like.status).toBe(200);
    const comment = { action_id: postId, body: 'Coming' };
    expect((await call(guest, 'POST', '/advancedactivity/comment', comment)).status).toBe(200);
    const hide = { type: 'activity_action', id: postId };
    await call(guest, 'POST', '/advancedactivity/feeds/hide-item', hide);
    expect(idsOf(await wall())).not.toContain(postId);
    const { recentUpdates } = (await call(guest, 'GET', '/notifications')).body;
    expect(recentUpdates.map(({ type }: { type: string }) => type)).toContain('mentioned');
  });

  test('pins posts, and keeps those that wait for its hosts', async () => {
    const postId = await post(owner, 'Bring a coat');
    const pin = { action_id: postId };
    expect((await call(owner, 'POST', '/advancedactivity/update-pinned', pin)).body).toBe(1);
    const pinned = await call(guest, 'GET', '/advancedactivity/feeds/pinned', subject);
    expect(idsOf(pinned)).toEqual([postId]);
    await call(owner, 'PUT', `/events/edit/${id}`, { post_policy: 'approval' });
    const waiting = { ...subject, body: 'May I?' };
    await call(guest, 'POST', '/advancedactivity/feeds/post', waiting);
    const queue = await call(owner, 'GET', '/advancedactivity/feeds/pending', subject);
    expect([queue.status, queue.body.totalItemCount]).toEqual([200, 1]);
    await call(owner, 'PUT', `/events/edit/${id}`, { post_policy: 'members' });
  });

  test('is shared with its date, location and the answer of the reader', async () => {
    const share = await call(guest, 'POST', '/activity/share', {
      type: 'event',
      id,
      body: 'Come!',
    });
    const { body } = await call(guest, 'GET', '/advancedactivity/feeds', {
      action_id: share.body.action_id,
    });
    const [card] = body.data[0].feed.attachment;
    expect(card).toMatchObject({
      attachment_type: 'event',
      attachment_id: id,
      title,
      content_url: expect.stringMatching(new RegExp(`/events/event/${id}$`)),
    });
    expect(card.body).toBe('Sat, May 1, 2027, 10:00 AM · East pier · Maybe');
  });

  test('is shown as a card where its creation is a feed item', async () => {
    const { body } = await call(guest, 'GET', '/advancedactivity/feeds', {
      subject_type: 'user',
      subject_id: owner.id,
    });
    const found = (body.data as Item[]).find(
      ({ feed }) => feed.attachment?.[0]?.attachment_id === id && feed.type === 'event_create',
    );
    expect(found?.feed.feed_title).toContain('created the event');
    expect(found?.feed.attachment[0]).toMatchObject({ attachment_type: 'event', title });
  });

  test('is reported, and its report names it', async () => {
    const report = { type: 'event', id, category: 'spam', description: 'Boats' };
    expect((await call(guest, 'POST', '/report/create', report)).status).toBe(200);
  });

  test('has a cover, albums, photos and videos', async () => {
    const photo = fixture('square.jpg');
    const named = { subject_type: 'event', subject_id: String(id) };
    const query = new URLSearchParams(named).toString();
    const cover = await uploaded(`/coverphoto/upload-cover-photo?${query}`, { photo });
    expect(cover.status).toBe(200);
    expect((await view(guest, id)).cover_image).not.toBe('');
    const album = { ...named, filedata0: photo, title: 'Last year' };
    expect((await uploaded('/albums/upload', album)).status).toBe(200);
    const added = await uploaded('/events/photo/list', { event_id: String(id), photo });
    const [first] = added.body.response;
    expect(first).toMatchObject({ event_id: id, user_id: owner.id });
    const listed = await call(undefined, 'GET', '/events/photo/list', { event_id: id });
    expect(listed.body).toMatchObject({ canUpload: 0 });
    expect(listed.body.totalItemCount).toBeGreaterThanOrEqual(2);
    const { body } = await call(guest, 'GET', `/events/view/${id}`);
    const counts = body.profile_tabs.map((tab: Card) => [tab.name, tab.totalItemCount]);
    expect(counts).toContainEqual(['photos', listed.body.totalItemCount]);
    const removed = { event_id: id, photo_id: first.photo_id };
    expect((await call(guest, 'DELETE', '/events/photo/delete', removed)).status).toBe(401);
    expect((await call(owner, 'DELETE', '/events/photo/delete', removed)).status).toBe(200);
  });

  test('has videos, which its wall shows', async () => {
    const sent = { post_attach: '1', type: '3', subject_type: 'event', subject_id: String(id) };
    const film = { ...sent, filedata: fixture('clip.mp4') };
    const { body } = await uploaded('/advancedvideos/create', film);
    const listed = await call(guest, 'GET', '/advancedvideos/index', subject);
    expect(listed.body.response[0].video_id).toBe(body.video_id);
    expect(idsOf(await wall())).toContain(body.response.feed.action_id);
  });

  test('is found by search, also of its own kind', async () => {
    for (const type of ['', 'event']) {
      const { body } = await call(guest, 'POST', '/search', { query: title, type });
      expect(body.result.map((one: Card) => one.content_url ?? one.url).join(' ')).toContain(
        `/events/event/${id}`,
      );
    }
    const { body } = await call(guest, 'POST', '/search', { query: title, limit: 5 });
    const inHeader = toFoundPage(body).results.map(({ url }) => url);
    expect(inHeader).toContainEqual(expect.stringMatching(new RegExp(`/events/event/${id}$`)));
  });

  test('is in the sitemap until a year after its end', async () => {
    const inSitemap = async () =>
      (await listContainerSitemapPage(Math.ceil(id / 10_000)))!.some(
        ({ path }) => path === `/events/event/${id}`,
      );
    expect(await inSitemap()).toBe(true);
    for (const [time, is] of [
      ['2028-04-01', true],
      ['2028-06-01', false],
    ] as const) {
      await moveClockTo(time);
      expect(await inSitemap()).toBe(is);
    }
    moveClock(0);
  });

  test('is in the archive of its owner, and the answer in that of the guest', async () => {
    const rows = async (member: Member, file: string) => {
      const section = [...entriesOf('exportSections')].find(([name]) => name === file)![1];
      return JSON.stringify(await db.execute(section(member.id)));
    };
    expect(await rows(owner, 'events.json')).toContain(title);
    expect(await rows(guest, 'events.json')).not.toContain(title);
    expect(await rows(guest, 'answers.json')).toContain(`"id":${id},`);
  });

  test('is removed with its wall by a moderator who reads the report', async () => {
    const moderator = await addMember({ role: 'moderator' });
    const { text } = await call(moderator, 'GET', '/admin/reports');
    expect(text).toContain(`/events/event/${id}`);
    const decision = { type: 'event', id, decision: 'remove' };
    expect((await call(guest, 'POST', '/admin/reports/decide', decision)).status).toBe(404);
    const decided = await call(moderator, 'POST', '/admin/reports/decide', decision);
    expect(decided.status).toBe(200);
    expect((await call(guest, 'GET', `/events/view/${id}`)).status).toBe(404);
    expect((await wall()).status).toBe(404);
    const { body } = await call(guest, 'POST', '/search', { query: title });
    expect(JSON.stringify(body)).not.toContain(`/events/event/${id}`);
  });
});
