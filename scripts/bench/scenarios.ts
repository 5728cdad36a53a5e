import { randomUUID } from 'node:crypto';
import { postgresAt } from '#server/postgres-at.ts';
import type { BenchRequest, Target } from './load.ts';

const consumer = { oauth_consumer_key: 'hearth-web', oauth_consumer_secret: 'hearth-web' };

export interface Member {
  /** Cookies, for screens. */
  cookie: string;
  /** Headers for calls, as a native client sends them. */
  headers: Record<string, string>;
}

const password = 'hearthside demo';

/** Signs a member in as a browser and as a native client. */
export async function signIn(target: Target, email: string): Promise<Member> {
  const body = new URLSearchParams({ email, password, ip: '{ip}' });
  const response = await fetch(`${target.origin}/api/rest/login`, {
    method: 'POST',
    headers: { ...consumer, origin: target.origin },
    body,
  });
  const session = (
    (await response.json()) as { body: { oauth_token: string; oauth_secret: string } }
  ).body;
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    cookie,
    headers: { ...consumer, oauth_token: session.oauth_token, oauth_secret: session.oauth_secret },
  };
}

/** New members, for runs with many writers. */
export async function signUp(target: Target, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < count; n++) {
    const email = `bench-${randomUUID()}@hearth.example`;
    const body = new URLSearchParams({
      email,
      password,
      passconf: password,
      first_name: 'Bench',
      last_name: `Member ${n + 1}`,
      terms: '1',
    });
    const response = await fetch(`${target.origin}/api/rest/signup`, {
      method: 'POST',
      headers: { ...consumer, origin: target.origin },
      body,
    });
    if (!response.ok)
      throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
    members.push(await signIn(target, email));
  }
  return members;
}

/**
 * Ids of posts that visitors can see: one hot, many random ones (spread by a fixed step, so that
 * runs are repeatable). Album posts are excluded, because they also depend on the owner's profile.
 */
export async function publicPosts(databaseUrl: string, count: number): Promise<number[]> {
  const sql = postgresAt(databaseUrl, { max: 1 });
  try {
    const rows = await sql<Array<{ id: string }>>`
      select id
      from (
        select p.id, row_number() over (order by hashint8(p.id)) as n
        from posts p
        join members m on m.id = p.author_id
        where p.audience = 'everyone'
          and p.album_id is null
          and p.can_comment
          and m.status = 'active'
      ) t
      where n <= ${count}`;
    return rows.map((row) => Number(row.id));
  } finally {
    await sql.end();
  }
}

/** The largest group and page to which the member with that address belongs. */
export async function ownContainers(
  databaseUrl: string,
  email: string,
): Promise<{ group: number; page: number }> {
  const sql = postgresAt(databaseUrl, { max: 1 });
  try {
    const rows = await sql<Array<{ type: 'group' | 'page'; id: string }>>`
      select distinct on (c.type) c.type, c.id
      from members m
      join memberships ms on ms.member_id = m.id and ms.state = 'member'
      join containers c on c.type = ms.type and c.id = ms.id
      where m.email = ${email} and c.state = 'open' and c.type in ('group', 'page')
      order by c.type, c.post_count desc, c.id`;
    return Object.fromEntries(rows.map(({ type, id }) => [type, Number(id)])) as {
      group: number;
      page: number;
    };
  } finally {
    await sql.end();
  }
}

/** The newest conversation in the member's inbox. */
export async function newestConversation(target: Target, { headers }: Member): Promise<number> {
  const response = await fetch(`${target.origin}/api/rest/messages/allmessages?limit=1`, {
    headers,
  });
  const { body } = (await response.json()) as {
    body: { response: Array<{ message: { conversation_id: number } }> };
  };
  return body.response[0]!.message.conversation_id;
}

/** Iterates over a list endlessly. */
export function cycle<T>(list: T[]): () => T {
  let index = 0;
  return () => list[index++ % list.length]!;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

export const screen = (member: Member, path: string): BenchRequest => ({
  path,
  headers: { cookie: member.cookie, 'accept-encoding': 'zstd' },
});
export const home = (member: Member): BenchRequest => screen(member, '/home');
export const feed = (member: Member): BenchRequest => ({
  path: '/api/rest/advancedactivity/feeds?limit=20&maxid=0',
  headers: member.headers,
});
export const inbox = (member: Member): BenchRequest => ({
  path: '/api/rest/messages/allmessages?limit=20',
  headers: member.headers,
});
/** Names, prefixes, words of some messages and of all. */
export const inboxQueries = ['a', 'mar', 'Astrid B', 'ladder', 'zeppelin'];
export const inboxSearch = (member: Member, query: string): BenchRequest => ({
  path: `/api/rest/messages/allmessages?limit=20&search=${encodeURIComponent(query)}`,
  headers: member.headers,
});
export const conversation = (member: Member, id: number): BenchRequest => ({
  path: `/api/rest/messages/view/${id}`,
  headers: member.headers,
});
export const messagesScreen = (member: Member, id: number): BenchRequest =>
  screen(member, `/messages/${id}`);
export const create = (member: Member): BenchRequest => ({
  method: 'POST',
  path: '/api/rest/advancedactivity/feeds/post',
  headers: { ...member.headers, ...form },
  body: 'body=The+kettle+is+on&auth_view=everyone&language=en',
});
export const comment = (member: Member, postId: number): BenchRequest => ({
  method: 'POST',
  path: '/api/rest/advancedactivity/comment',
  headers: { ...member.headers, ...form },
  body: `action_id=${postId}&body=Count+me+in`,
});
export const react = (member: Member, postId: number, reaction: string): BenchRequest => ({
  method: 'POST',
  path: '/api/rest/advancedactivity/like',
  headers: { ...member.headers, ...form },
  body: `action_id=${postId}&reaction=${reaction}`,
});
