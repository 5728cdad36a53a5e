import { expect } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { send, type Fields, type RestAnswer } from '../support/rest.ts';

/** A category of the first level, as the migration creates it. */
export const someCategory = 2;

/** Creates a page by its call. Returns the id. */
export async function addPage(owner: Member, fields: Fields = {}): Promise<number> {
  const { body, text } = await send(
    'POST',
    '/sitepages/create',
    { title: 'Rowing club', category_id: someCategory, body: 'We row.', ...fields },
    { as: owner },
  );
  if (!body) throw new Error(text);
  return body.response.page_id as number;
}

/** A call; no answer has the e-mail address of a member, but the list of requests for the staff. */
export async function call(
  as: Member | undefined,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  fields: Fields = {},
): Promise<RestAnswer> {
  const answer = await send(method, path, fields, { as });
  if (!path.startsWith('/sitepage/pending-requests/'))
    expect(answer.text, `${method} ${path}`).not.toContain('@hearth.example');
  return answer;
}

/** Makes somebody a member of the page with that role, through the calls. */
export async function addToPage(
  owner: Member,
  id: number,
  member: Member,
  role?: 'moderator' | 'admin',
): Promise<void> {
  await call(member, 'POST', `/sitepage/join/${id}`);
  await call(owner, 'POST', `/sitepage/approve-pending/${id}`, { member_id: member.id });
  if (role) await call(owner, 'POST', `/sitepage/changerole/${id}`, { member_id: member.id, role });
}
