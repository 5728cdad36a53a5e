import { postgresAt } from '#server/postgres-at.ts';
import { act, createGroup, createPage, writePost } from './act.ts';
import { fixture } from './files.ts';
import { memberOf, type ApiMember } from './member.ts';
import { putPhotos } from './photos.ts';
import type { TestServer } from './server.ts';

export type Server = Pick<TestServer, 'origin' | 'databaseUrl' | 'dataDir'>;

const befriend = async (server: Server, one: ApiMember, other: ApiMember) => {
  await act(server, one, '/user/add', { user_id: other.id });
  await act(server, other, '/user/confirm', { user_id: one.id });
};

/** Makes a call with files; returns the envelope's body. */
async function upload<Body>(
  server: Server,
  who: ApiMember,
  path: string,
  fields: Record<string, string | File>,
): Promise<Body> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await fetch(`${server.origin}/api/rest${path}`, {
    method: 'POST',
    headers: who.headers,
    body,
  });
  const envelope = (await answer.json()) as { body: Body; error?: true; message?: unknown };
  if (envelope.error) throw new Error(`${path}: ${JSON.stringify(envelope.message)}`);
  return envelope.body;
}

/** In the composer's format: MM/DD/YYYY HH:MM:SS +00:00. */
function inAWeek(): string {
  const [date = '', time = ''] = new Date(Date.now() + 7 * 86_400_000).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} ${time} +00:00`;
}

/** Creates two pages; on the first, of one member, no screen is empty. */
export async function fillPages(server: Server, ada: ApiMember, bo: ApiMember, cy: ApiMember) {
  const page = await createPage(server, ada, {
    title: 'River rowers',
    category_id: 4,
    subcategory_id: 17,
    subsubcategory_id: 26,
    body: 'We row on the river, in every weather.',
    tags: 'rowing, river',
    location: 'Boat house',
    member_approval: 1,
    auth_view: 'everyone',
  });
  const bosPage = await createPage(server, bo, {
    title: 'Night bakers',
    category_id: 4,
    body: 'We bake at night.',
    auth_view: 'everyone',
  });
  await act(server, ada, `/sitepage/edit/${page}`, { overview: 'Come by.\n\nEvery Sunday.' });
  await act(server, ada, '/advancedactivity/feeds/post', {
    subject_type: 'sitepage_page',
    subject_id: page,
    body: 'The new boat is here',
  });
  const { response: pageAlbum } = await act<{ response: { album_id: number } }>(
    server,
    ada,
    `/sitepage/photos/addalbum/${page}`,
    { title: 'Regatta' },
  );
  const { url: inviteUrl } = await act<{ url: string }>(
    server,
    ada,
    `/sitepage/invite-links/${page}`,
    {},
  );
  await upload(server, ada, `/sitepage/photos/addphoto/${page}/${pageAlbum.album_id}`, {
    photo0: fixture('square.jpg'),
  });
  await act(server, bo, `/sitepage/join/${page}`, {});
  await act(server, ada, `/sitepage/approve-pending/${page}`, { member_id: bo.id });
  await act(server, bo, `/sitepage/reviews/create/${page}`, {
    rating: 4,
    title: 'Good people',
    body: 'They taught me to row.',
  });
  await act(server, cy, `/sitepage/join/${page}`, {});
  await act(server, ada, `/sitepage/featured-admins/${page}`, { user_ids: ada.id });
  return {
    page,
    bosPage,
    pageAlbumId: pageAlbum.album_id,
    pageInvite: new URL(inviteUrl).pathname,
  };
}

/** Creates a group on which no screen is empty. */
export async function fillGroup(server: Server, ada: ApiMember, bo: ApiMember) {
  const group = await createGroup(server, ada, {
    title: 'Night swimmers',
    category_id: 13,
    description: 'We swim after dark.',
    rules: 'Nobody swims alone.',
    location: 'East pier',
  });
  await act(server, bo, `/groups/member/join/${group}`, { rules_accepted: 1 });
  const { response: groupPost } = await act<{ response: { feed: { action_id: number } } }>(
    server,
    ada,
    '/advancedactivity/feeds/post',
    { subject_type: 'group', subject_id: group, body: 'The water is warm tonight' },
  );
  await upload(server, ada, `/groups/photo/list?group_id=${group}`, {
    photo0: fixture('square.jpg'),
  });
  const { url: groupInviteUrl } = await act<{ url: string }>(
    server,
    ada,
    `/groups/invite-links/${group}`,
    {},
  );
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [album] = await sql<
    { id: number }[]
  >`select id::int from albums where container_type = 'group' and type is null`;
  await sql.end();
  return {
    group,
    groupAlbum: album!.id,
    groupPost: groupPost.feed.action_id,
    groupInvite: new URL(groupInviteUrl).pathname,
  };
}

/** Creates an event on which no screen is empty. */
async function fillEvent(server: Server, ada: ApiMember, bo: ApiMember, gil: ApiMember) {
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Lantern walk',
      category_id: 21,
      description: 'We walk along the river after dark.',
      location: 'East pier',
      host: 'Night swimmers',
      mail_answers: 1,
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
      timezone: 'Europe/Berlin',
      capacity: 12,
      online_url: 'https://walk.example/stream',
      ticket_url: 'https://walk.example/tickets',
    },
  );
  const event = response.event_id;
  await act(server, bo, `/events/view/${event}`, { rsvp: 2, seats: 3 });
  await act(server, ada, '/advancedactivity/feeds/post', {
    subject_type: 'event',
    subject_id: event,
    body: 'Bring a warm coat',
  });
  await upload(server, ada, '/albums/upload', {
    subject_type: 'event',
    subject_id: String(event),
    filedata0: fixture('square.jpg'),
    title: 'Last year',
  });
  const reason = 'Advertised boats';
  await act(server, ada, `/events/member/ban/${event}`, { user_id: gil.id, reason });
  const { url } = await act<{ url: string }>(server, ada, `/events/invite-links/${event}`, {});
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [album] = await sql<
    { id: number }[]
  >`select id::int from albums where container_type = 'event' and type is null`;
  await sql.end();
  return { event, eventAlbum: album?.id ?? 0, eventInvite: new URL(url).pathname };
}

/** Creates an ad of each state that its screens draw. */
async function fillAds(server: Server, ada: ApiMember, mo: ApiMember) {
  const text = {
    campaign_name: 'Summer',
    package_id: 1,
    cads_title: 'Boats for rent',
    cads_body: 'By the hour, from the east pier.',
    cads_url: 'https://boats.example/rent',
    sponsored_by: 'Boat house',
  };
  const { response: ad } = await act<{ response: { userad_id: number } }>(
    server,
    ada,
    '/communityads/index/create',
    text,
  );
  await act(server, mo, '/admin/ads/approve', { id: ad.userad_id, version: 1 });
  await act(server, mo, '/admin/ad-packages/create', {
    title: 'Week',
    model: 'days',
    amount: 7,
    price: 5,
  });
  const { response: paid } = await act<{ response: { userad_id: number } }>(
    server,
    ada,
    '/communityads/index/create',
    { ...text, package_id: 2, cads_title: 'Oars' },
  );
  const { receipt } = await act<{ receipt: number }>(server, mo, '/admin/ads/paid', {
    id: paid.userad_id,
  });
  return { ad: ad.userad_id, receipt };
}

/**
 * Creates a community in which no screen is empty. Most of it is Ada's: Bo is her friend and in her
 * page and group, Di knows only Bo, Gil is banned from both, Ed is blocked.
 */
export async function fillCommunity(server: Server) {
  const ada = await memberOf(server, 'Ada', 'Quill');
  const bo = await memberOf(server, 'Bo', 'Reed');
  const cy = await memberOf(server, 'Cy', 'Stone');
  const di = await memberOf(server, 'Di', 'Fern');
  const mo = await memberOf(server, 'Mo', 'Hale');
  const ed = await memberOf(server, 'Ed', 'Gray');
  const gil = await memberOf(server, 'Gil', 'Marsh');
  await befriend(server, ada, bo);
  await befriend(server, bo, di);
  await act(server, cy, '/user/add', { user_id: ada.id });
  await act(server, ada, '/block/add', { user_id: ed.id });

  const post = await writePost(
    server,
    ada,
    `Down by the river @${bo.displayname} https://example.org #summer`,
  );
  const [photo = 0] = await putPhotos(server, ada, post, [
    { width: 960, height: 640, alt: 'The old bridge' },
    { width: 640, height: 960 },
    { width: 1600, height: 400, alt: 'The whole valley' },
  ]);
  const feeling = {
    body: 'With a friend',
    auth_view: 'friends',
    toValues: String(bo.id),
    composer: '{"feeling":{"parent":27,"child":2701}}',
  };
  await act(server, ada, '/advancedactivity/feeds/post', feeling);
  await act(server, ada, '/advancedactivity/feeds/post', {
    body: 'Later',
    schedule_time: inAWeek(),
  });
  await act(server, bo, '/activity/share', { type: 'activity_action', id: post, body: 'Look' });
  const bosPost = await writePost(server, bo, 'Tomatoes are ripe');
  await act(server, bo, '/advancedactivity/like', { action_id: post, reaction: 'love' });
  await act(server, ada, '/advancedactivity/update-save-feed', { action_id: bosPost });
  const first = await upload<{ comment_id: number; photo: { photo_id: number } }>(
    server,
    bo,
    '/advancedactivity/comment',
    {
      action_id: String(post),
      body: 'Lovely',
      photo: fixture('landscape.jpg'),
    },
  );
  await act(server, ada, '/advancedactivity/comment', {
    action_id: post,
    comment_id: first.comment_id,
    body: 'Thank you',
  });

  const album = await upload<{
    response: { album_id: number };
    photos: Array<{ photo_id: number }>;
  }>(server, ada, '/albums/upload', {
    title: 'Summer',
    auth_view: 'everyone',
    filedata0: fixture('square.jpg'),
    filedata1: fixture('portrait.jpg'),
  });
  await upload(server, ada, '/advancedvideos/create', {
    post_attach: '1',
    title: 'The weir',
    auth_view: 'everyone',
    filedata: fixture('clip.mp4'),
    photo: fixture('landscape.jpg'),
  });
  const { response: stories } = await upload<{ response: Array<{ story_id: number }> }>(
    server,
    bo,
    '/advancedactivity/stories/create',
    {
      filedata: fixture('portrait.jpg'),
      description: 'Morning',
      auth_view: 'everyone',
    },
  );
  await upload(server, ada, '/advancedactivity/stories/create', {
    filedata: fixture('square.jpg'),
    auth_view: 'everyone',
  });
  await upload(server, bo, '/members/edit/photo', { photo: fixture('square.jpg') });

  const pages = await fillPages(server, ada, bo, cy);
  const groups = await fillGroup(server, ada, bo);
  const events = await fillEvent(server, ada, bo, gil);
  const reason = 'Advertised boats';
  await act(server, ada, `/sitepage/ban-member/${pages.page}`, { member_id: gil.id, reason });
  await act(server, ada, `/groups/member/ban/${groups.group}`, { user_id: gil.id, reason });

  const compose = (from: ApiMember, to: ApiMember[], body: string) =>
    act<{ conversation: { conversation_id: number } }>(server, from, '/messages/compose', {
      toValues: to.map(({ id }) => id).join(),
      title: 'Boats',
      body,
    });
  // In an empty database the first message and its conversation have the same id.
  const two = await compose(bo, [ada], 'Shall we row?');
  const three = await compose(bo, [ada, di], 'All of us?');
  await compose(cy, [ada], 'Hello, we have not met');
  await act(server, cy, '/report/create', {
    type: 'activity_action',
    id: bosPost,
    category: 'spam',
    description: 'Please look',
  });

  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'admin' where id = ${mo.id}`;
  const ads = await fillAds(server, ada, mo);
  const [video] = await sql<
    { id: number }[]
  >`select max(id)::int as id from media where kind = 'video'`;
  await sql.end();
  return {
    ada,
    bo,
    cy,
    di,
    mo,
    ed,
    gil,
    post,
    photo,
    bosPost,
    ...pages,
    ...groups,
    ...events,
    ...ads,
    first,
    albumId: album.response.album_id,
    albumPhoto: album.photos[0]!.photo_id,
    video: video!.id,
    story: stories[0]!.story_id,
    conversations: [two, three].map(({ conversation }) => conversation.conversation_id),
  };
}
