import { postgresAt } from '#server/postgres-at.ts';
import type { TestServer } from './server.ts';

const consumer = { oauth_consumer_key: 'hearth-web', oauth_consumer_secret: 'hearth-web' };

export interface ApiMember {
  id: number;
  email: string;
  password: string;
  displayname: string;
  /** All four credentials, as a native client sends them. */
  headers: Record<string, string>;
  /** As a browser sends them. */
  cookie: string;
}

export const testPassword = 'quiet lantern over water';
let count = 0;

/**
 * Signs up a member through the call of native clients; the server must not require email
 * verification. Makes the profile public, because most browser tests include visitors.
 */
export async function memberOf(
  server: Pick<TestServer, 'origin'>,
  firstName: string,
  lastName = 'Tester',
): Promise<ApiMember> {
  const email = `${firstName.toLowerCase()}.${process.pid}.${(count += 1)}@hearth.example`;
  const body = new URLSearchParams({
    email,
    password: testPassword,
    passconf: testPassword,
    first_name: firstName,
    last_name: lastName,
    terms: '1',
  });
  const answer = await fetch(`${server.origin}/api/rest/signup`, {
    method: 'POST',
    headers: { ...consumer, origin: server.origin },
    body,
  });
  const { body: session, message } = (await answer.json()) as {
    body?: {
      oauth_token: string;
      oauth_secret: string;
      user: { user_id: number; displayname: string };
    };
    message?: unknown;
  };
  if (!session?.oauth_token)
    throw new Error(`Sign-up answered ${answer.status}: ${JSON.stringify(message ?? session)}`);
  const headers = {
    ...consumer,
    oauth_token: session.oauth_token,
    oauth_secret: session.oauth_secret,
  };
  const chosen = await fetch(`${server.origin}/api/rest/members/settings/privacy`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ privacy: 'everyone' }),
  });
  if (!chosen.ok) throw new Error(`The privacy of a new member answered ${chosen.status}`);
  return {
    id: session.user.user_id,
    email,
    password: testPassword,
    displayname: session.user.displayname,
    headers,
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
}

/**
 * Inserts members 'Person No 01' to 'Person No {size}', whom others only read about: they cannot log in.
 * Returns their ids.
 */
export async function addCrowd(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  size: number,
): Promise<number[]> {
  const sql = postgresAt(databaseUrl, { max: 1 });
  const mark = `crowd${process.pid}x${(count += 1)}x`;
  const rows = await sql<{ id: number }[]>`
    insert into members (status, email, username, first_name, last_name, displayname, password_hash)
    select 'active', ${mark} || n || '@hearth.example', ${mark} || n, 'Person',
      'No ' || to_char(n, 'fm00'), 'Person No ' || to_char(n, 'fm00'), 'none'
    from generate_series(1, ${size}::int) n
    order by n
    returning id`;
  await sql.end();
  return rows.map(({ id }) => Number(id));
}
