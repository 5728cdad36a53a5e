import { beforeAll } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { fixture } from '../support/files.ts';
import { addMember, befriend, block, setProfileAudience } from '../support/people.ts';
import { send, type RestAnswer } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';

/*
 * Ada, who owns albums, and their viewers. Importing this file creates them before the first test.
 */
export let ada: Member;
export let friend: Member;
export let other: Member;
export let blocked: Member;
export let blocking: Member;
export let suspended: Member;
export let moderator: Member;
export const people: Array<[string, () => Member | undefined]> = [
  ['visitor', () => undefined],
  ['member', () => other],
  ['friend', () => friend],
  ['owner', () => ada],
  ['blocked', () => blocked],
  ['blocking', () => blocking],
  ['moderator', () => moderator],
];

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1000;
  [ada, friend, other] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  [blocked, blocking, suspended] = [
    await addMember({ name: 'Di' }),
    await addMember({ name: 'Ed' }),
    await addMember({ name: 'Flo' }),
  ];
  moderator = await addMember({ name: 'Mo', role: 'moderator' });
  for (const one of [friend, suspended, blocked, blocking]) await befriend(ada, one);
  await setProfileAudience(ada);
  await block(ada, blocked);
  await block(blocking, ada);
});

export const upload = (
  as: Member,
  fields: Record<string, string | File>,
  headers: Record<string, string> = {},
): Promise<RestAnswer> => send('POST', '/albums/upload', {}, { as, form: formOf(fields), headers });

/** An album with one real photo. */
export async function makeAlbum(
  fields: Record<string, string | File> = {},
  as = ada,
): Promise<{ albumId: number; photoId: number }> {
  const { body } = await upload(as, {
    title: 'A day at the sea',
    photo: fixture('square.jpg'),
    ...fields,
  });
  return { albumId: body.response.album_id, photoId: body.photos[0].photo_id };
}
/** The error code of the response, else its status. */
export const codeOf = async (response: Promise<RestAnswer>) => {
  const { status_code, error_code } = await response;
  return error_code ?? status_code;
};
