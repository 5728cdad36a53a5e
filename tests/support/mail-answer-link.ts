import { createHmac } from 'node:crypto';
import { postgresAt } from '#server/postgres-at.ts';
import { purposeKeyOf } from './purpose-key.ts';
import type { TestServer } from './server.ts';

/** Answers to an event by mail; returns the path of the link that confirms it. */
export async function mailAnswerPath(
  server: Pick<TestServer, 'databaseUrl' | 'dataDir'>,
  event: number,
): Promise<string> {
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [guest] = await sql<Array<{ id: string }>>`
    insert into container_mail_guests (type, item_id, name, email)
    values ('event', ${event}, 'Vera', 'vera@mail.example')
    returning id`;
  await sql.end();
  const signature = createHmac('sha256', purposeKeyOf(server, 'mail-answer')).update(guest!.id);
  return `/events/by-mail/${guest!.id}.${signature.digest('base64url')}`;
}
