import { createHmac, randomUUID } from 'node:crypto';
import { postgresAt } from '#server/postgres-at.ts';
import type { ApiMember } from './member.ts';
import { purposeKeyOf } from './purpose-key.ts';
import type { TestServer } from './server.ts';

type Server = Pick<TestServer, 'origin' | 'databaseUrl' | 'dataDir'>;

/** Builds a mail like the job; returns the path of its unsubscribe link. */
export async function unsubscribePath(server: Server, member: ApiMember): Promise<string> {
  const mailId = randomUUID();
  // The first request that needs a key creates the secrets.
  await fetch(`${server.origin}/api/rest/notifications/push`, { headers: member.headers });
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    insert into notification_mails (id, member_id, frequency)
    values (${mailId}, ${member.id}, 'at_once')`;
  await sql.end();
  const key = purposeKeyOf(server, 'unsubscribe');
  return `/unsubscribe/${mailId}.${createHmac('sha256', key).update(mailId).digest('base64url')}`;
}
