import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fixture } from '../support/files.ts';
import {
  addMedia,
  addMember,
  addPost,
  befriend,
  block,
  setProfileAudience,
} from '../support/people.ts';
import { credentialsOf, type Fields } from '../support/rest.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { formOf } from '../support/uploads.ts';

/**
 * Viewers, each by one letter: v a visitor, m a member without any relation to the owner, g a
 * friend of a friend, f a friend, b somebody whom the owner has blocked, k somebody who has blocked
 * the owner (both were friends before), o the owner, a an administrator.
 */
export const letters = [...'vmgfbkoa'] as const;

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

export interface World {
  server: TestServer;
  owner: Member;
  friend: Member;
  people: Record<string, Member | undefined>;
  postId: number;
  /** URLs of files: of the photos of the post, the story and the album. */
  postPhoto: string;
  storyPhoto: string;
  albumPhoto: string;
  albumId: number;
  videoId: number;
  storyId: number;
  /** Responses since the last change: several checks use the same response. */
  read: Map<string, Promise<Answer>>;
}

/** The owner's details, each with words that occur nowhere else on the site. */
export const detailTexts = {
  about_me: 'zithering since school',
  gender: 'other',
  birthdate: '1987-11-05',
  location: 'Wexford Lees',
  website: 'https://kestrelmoor.example',
  phone: '+99 5550 1234',
};
/** The details as screens display them. */
export const shown = { ...detailTexts, gender: 'Other', birthdate: 'Nov 5, 1987' };

/** An owner with content on each path, and all viewers; on the built server. */
export async function makeWorld(): Promise<World> {
  const server = await startServer({
    DATABASE_URL: process.env.DATABASE_URL!,
    DATA_DIR: process.env.DATA_DIR!,
    FFMPEG_PATH: 'off',
  });
  const [owner, friend, between] = [
    await addMember({ name: 'Ottoline Quagga' }),
    await addMember({ name: 'Fennimore Friend' }),
    await addMember({ name: 'Bettina Between' }),
  ];
  const people: World['people'] = {
    v: undefined,
    o: owner,
    f: friend,
    a: await addMember({ role: 'admin' }),
  };
  for (const letter of 'mgbk') people[letter] = await addMember();
  for (const one of [friend, between, people.b!, people.k!]) await befriend(owner, one);
  for (const one of [owner, friend, between]) await setProfileAudience(one);
  await befriend(between, people.g!);
  await block(owner, people.b!);
  await block(people.k!, owner);
  const newcomer = await addMember({ name: 'Newton Nettle' });
  const answer = async (as: Member, path: string, id: number) =>
    fetch(`${server.origin}/api/rest${path}`, {
      method: 'POST',
      headers: await credentialsOf(as),
      body: new URLSearchParams({ user_id: String(id) }),
    });
  await answer(newcomer, '/user/add', owner.id);
  await answer(owner, '/user/confirm', newcomer.id);
  const asOwner = { credentials: await credentialsOf(owner) };
  const form = async (path: string, fields: Record<string, string | File>) => {
    const answer = await fetch(`${server.origin}/api/rest${path}`, {
      method: 'POST',
      headers: asOwner.credentials,
      body: formOf(fields),
    });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    return ((await answer.json()) as { body: any }).body;
  };
  const { feed } = (
    await form('/advancedactivity/feeds/post', {
      body: 'Rambling about quinces',
      auth_view: 'everyone',
      photo: fixture('photo.webp'),
    })
  ).response;
  const album = await form('/albums/upload', {
    title: 'Quince harvest',
    photo: fixture('square.jpg'),
  });
  const [story] = (
    await form('/advancedactivity/stories/create', {
      filedata: fixture('square.jpg'),
      description: 'Quince jelly',
      auth_view: 'everyone',
    })
  ).response;
  const videoId = await addMedia(owner, await addPost(owner), { kind: 'video' });
  const fileOf = (address: string) =>
    `/media/${/\/media\/(\d+)\//.exec(address)![1]}/original.webp`;
  return {
    server,
    owner,
    friend,
    people,
    videoId,
    storyId: story.story_id,
    read: new Map<string, Promise<Answer>>(),
    postId: feed.action_id,
    albumId: album.response.album_id,
    postPhoto: fileOf(feed.attachment[0].image_main.src),
    albumPhoto: fileOf(album.photos[0].image),
    storyPhoto: fileOf(story.image),
  };
}

async function ask(world: World, path: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(world.server.origin + path, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

function once(
  world: World,
  path: string,
  as: Member | undefined,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const key = `${as?.id} ${path}`;
  const reading = world.read.get(key) ?? read();
  world.read.set(key, reading);
  return reading;
}

/** Fetches a screen or a file like a browser. */
export const openPage = (world: World, path: string, as: Member | undefined): Promise<Answer> =>
  once(world, path, as, async () => {
    const { oauth_token: token, oauth_secret: secret } = await credentialsOf(as);
    return ask(world, path, {
      headers: token ? { cookie: `hearth_token=${token}; hearth_secret=${secret}` } : {},
    });
  });

/** Sends a call like a native client. */
export async function callAs(
  world: World,
  as: Member | undefined,
  path: string,
  fields: Fields = {},
  method: 'GET' | 'POST' | 'PUT' = 'GET',
): Promise<Answer> {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  const headers = await credentialsOf(as);
  if (method === 'GET')
    return once(world, `/api/rest${path}?${query}`, as, () =>
      ask(world, `/api/rest${path}?${query}`, { headers }),
    );
  return ask(world, `/api/rest${path}`, { method, headers, body: query });
}

/** Changes settings of the owner through the REST interface. */
export async function choose(
  world: World,
  fields: Fields,
  path = '/members/settings/privacy',
): Promise<void> {
  const { status, text } = await callAs(world, world.owner, path, fields, 'PUT');
  world.read.clear();
  if (status !== 200 && status !== 204)
    throw new Error(`${JSON.stringify(fields)}: ${status} ${text}`);
}

export type Look = (world: World, as: Member | undefined) => Promise<boolean>;

/** The letters of the viewers who see it. */
export async function whoSees(world: World, look: Look): Promise<string> {
  const seen = await Promise.all(
    letters.map(async (letter) => ((await look(world, world.people[letter])) ? letter : '')),
  );
  return seen.join('');
}

export const forgetMeetings = (world: World) =>
  db.execute(sql`delete from friend_requests where recipient_id = ${world.owner.id}`);
