import { beforeAll, expect, test } from 'vitest';
import { exportGuests } from '#domains/events/membership/guest-file.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { addEvent, call } from './event-world.ts';

let owner: Member;
let guests: Member[];
let id: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  guests = [
    await addMember({ name: '=1+1' }),
    await addMember({ name: 'Gus' }),
    await addMember({ name: 'Mia' }),
  ];
  id = await addEvent(owner, { capacity: 4 });
  const answers = [
    { rsvp: 2, seats: 3 },
    { rsvp: 2, seats: 2 },
    { rsvp: 0, seats: 1 },
  ];
  for (const [index, guest] of guests.entries())
    await call(guest, 'POST', `/events/view/${id}`, { rsvp: 2, ...answers[index] });
});

test('a host gets the guests of an event with their answers as CSV', async () => {
  const lines = (await exportGuests(owner, id)).split('\r\n');
  expect(lines[0]).toBe('\ufeff"Name","Answer","Places","Number in the queue"');
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^"Olga.*","Going","1",""$/),
    expect.stringMatching(/^"'=1\+1.*","Going","3",""$/),
    expect.stringMatching(/^"Gus.*","Waiting","2","1"$/),
    '',
  ]);
});

test('a second download of the file within a day is refused in plain words', async () => {
  env().RATE_LIMIT_SCALE = 1;
  await avoidWindowBorder(86_400);
  const other = await addEvent(owner);
  await exportGuests(owner, other);
  await expect(exportGuests(owner, other)).rejects.toMatchObject({
    status: 429,
    message: 'You have already downloaded this today. You can do so once a day.',
  });
  env().RATE_LIMIT_SCALE = 1_000;
});

test('guests do not get the file of an event', async () => {
  await expect(exportGuests(guests[0]!, id)).rejects.toMatchObject({ status: 401 });
});
