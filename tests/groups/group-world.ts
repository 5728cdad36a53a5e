import type { Member } from '#domains/policy/viewer.ts';
import { send, type Fields, type RestAnswer } from '../support/rest.ts';

/** A category, as the migration creates it. */
export const someCategory = 11;

/** Creates a group by its call. Returns the id. */
export async function addGroup(owner: Member, fields: Fields = {}): Promise<number> {
  const { body, text } = await send(
    'POST',
    '/groups/create',
    { title: 'Bakers', category_id: someCategory, description: 'We bake.', ...fields },
    { as: owner },
  );
  if (!body) throw new Error(text);
  return body.response.group_id as number;
}

export const call = (
  as: Member | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  fields: Fields = {},
): Promise<RestAnswer> => send(method, path, fields, { as });

/** Makes somebody a member of the group, through the calls. */
export async function addToGroup(
  owner: Member,
  id: number,
  member: Member,
  role?: 'officer',
): Promise<void> {
  const joined = await call(member, 'POST', `/groups/member/join/${id}`);
  if (joined.status !== 200) {
    await call(member, 'POST', `/groups/member/request/${id}`);
    await call(owner, 'POST', `/groups/member/approve/${id}`, { user_id: member.id });
  }
  if (role) await call(owner, 'POST', `/groups/member/promote/${id}`, { user_id: member.id });
}
