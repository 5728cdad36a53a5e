import { randomBytes } from 'node:crypto';
import { postgresAt } from '#server/postgres-at.ts';
import type { ApiMember } from './member.ts';
import type { TestServer } from './server.ts';

/** Makes a call over HTTP like a native client; returns the envelope's body. */
export async function act<Body = unknown>(
  server: Pick<TestServer, 'origin'>,
  who: ApiMember,
  path: string,
  fields: Record<string, string | number>,
): Promise<Body> {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  );
  const answer = await fetch(`${server.origin}/api/rest${path}`, {
    method: 'POST',
    headers: who.headers,
    body,
  });
  const envelope = (await answer.json()) as { body: Body; error?: true; message?: unknown };
  if (envelope.error) throw new Error(`${path}: ${JSON.stringify(envelope.message)}`);
  return envelope.body;
}

/** Creates a community page; returns its id. */
export async function createPage(
  server: Pick<TestServer, 'origin'>,
  owner: ApiMember,
  fields: Record<string, string | number>,
): Promise<number> {
  const path = '/sitepages/create';
  return (await act<{ response: { page_id: number } }>(server, owner, path, fields)).response
    .page_id;
}

/** Creates a group; returns its id. */
export async function createGroup(
  server: Pick<TestServer, 'origin'>,
  owner: ApiMember,
  fields: Record<string, string | number>,
): Promise<number> {
  const path = '/groups/create';
  return (await act<{ response: { group_id: number } }>(server, owner, path, fields)).response
    .group_id;
}

/** Writes a post; returns its id. */
export async function writePost(
  server: Pick<TestServer, 'origin'>,
  who: ApiMember,
  body: string,
  auth_view = 'everyone',
): Promise<number> {
  const { response } = await act<{ response: { feed: { action_id: number } } }>(
    server,
    who,
    '/advancedactivity/feeds/post',
    { body, auth_view },
  );
  return response.feed.action_id;
}

/**
 * Inserts many posts into the database, 'Post 1' to 'Post {count}' with very different lengths. The
 * newest id comes last.
 */
export async function fillFeed(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  author: ApiMember,
  count: number,
): Promise<number[]> {
  const sql = postgresAt(databaseUrl, { max: 1 });
  const bodies = Array.from({ length: count }, (_, index) =>
    `Post ${index + 1} ${'and some more words '.repeat((index * 7) % 23)}`.trim(),
  );
  const rows = await sql<{ id: number }[]>`
    insert into posts (author_id, subject_id, object_id, body, audience, published_at)
    select ${author.id}, ${author.id}, ${author.id}, body, 'everyone',
      now() - (${count} - position) * interval '1 minute'
    from unnest(${bodies}::text[]) with ordinality t (body, position)
    order by position
    returning id`;
  await sql.end();
  return rows.map(({ id }) => Number(id));
}

/** A text unique to this test. */
export const freshText = (start: string): string => `${start} ${randomBytes(4).toString('hex')}`;
