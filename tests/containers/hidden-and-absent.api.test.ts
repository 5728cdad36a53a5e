import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { containerTypes, type ContainerType } from '#lib/container-types.ts';
import { toWireType } from '#lib/wire-names.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { addContainer } from './container-world.ts';

// One answer for the hidden, for the absent and for the id of another kind.

let owner: Member;
let stranger: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, stranger] = [await addMember(), await addMember()];
});

const missing = 9_999_999;
const secret = { visibility: 'members', isListed: false } as const;

/** Calls about a container, by its type. */
const aboutContainer = (type: ContainerType, id: number) => {
  const subject = { subject_type: toWireType(type), subject_id: id };
  return {
    'its posts': send('GET', '/advancedactivity/feeds', subject, { as: stranger }),
    'posting there': send(
      'POST',
      '/advancedactivity/feeds/post',
      { ...subject, body: 'Hello' },
      { as: stranger },
    ),
    'its waiting posts': send('GET', '/advancedactivity/feeds/pending', subject, { as: stranger }),
    'its videos': send('GET', '/advancedvideos/index', subject, { as: stranger }),
    'reporting it': send(
      'POST',
      '/report/create',
      { type: toWireType(type), id, category: 'spam', description: 'Look' },
      { as: stranger },
    ),
  };
};

const answersTo = async (calls: Record<string, ReturnType<typeof send>>) => {
  const answers: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const { status, error_code, text } = await call;
    answers[name] = { status, error_code, text };
  }
  return answers;
};

test.each(containerTypes)('a secret %s answers as one that never was', async (type) => {
  const { id } = await addContainer(owner, { type, ...secret });
  const absent = await answersTo(aboutContainer(type, missing));
  expect(await answersTo(aboutContainer(type, id))).toEqual(absent);
  for (const [name, answer] of Object.entries(absent))
    expect(answer, name).toMatchObject({ status: 404, error_code: 'no_record' });
});

test.each(containerTypes)('the id of a %s finds nothing of another kind', async (type) => {
  const { id } = await addContainer(owner, { type });
  for (const other of containerTypes)
    if (other !== type)
      expect(await answersTo(aboutContainer(other, id)), other).toEqual(
        await answersTo(aboutContainer(other, missing)),
      );
});
