import { afterAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer } from '../support/shared-server.ts';

const server = await borrowServer();
afterAll(() => server.stop());

test('a host writes to guests and cancels a series from one date on, without script', async () => {
  const owner = await memberOf(server, 'Olga', 'Quill');
  const guest = await memberOf(server, 'Gus', 'Quill');
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    owner,
    '/events/create',
    {
      title: 'Waltz',
      description: 'With cake.',
      starttime: '2027-05-01 10:00:00',
      endtime: '2027-05-01 12:00:00',
      rrule: 'FREQ=WEEKLY;COUNT=4',
    },
  );
  const address = `/events/event/${response.event_id}`;
  await act(server, guest, `/events/view/${response.event_id}`, { rsvp: 2 });
  const page = new PlainPage(server, owner);
  await page.open(`${address}/changes`);
  page.fill('Message', 'Bring cups');
  await page.press('Send');
  expect(page.text).toContain('Sent to 1 guest.');
  await page.open(`${address}/edit`);
  page.choose('Change', 'This and all following dates');
  page.fill('Title', 'Late waltz');
  await page.press('Save');
  expect(page.text).toContain('Your changes were saved.');
  await page.open(`${address}/changes`);
  await page.press('Cancel this event');
  page.choose('Which dates', 'This and all following dates');
  page.check('I want to cancel this event');
  await page.press('Cancel event');
  expect(page.text).toContain('The event is cancelled');
  const seen = new PlainPage(server, guest);
  await seen.open(address);
  expect(seen.text).toContain('Late waltz');
  expect(seen.text).toContain('This event is cancelled.');
  await seen.open(`${address}/changes`);
  expect(seen.status).toBe(404);
});

test('an owner deletes a whole series without script', async () => {
  const owner = await memberOf(server, 'Olga', 'Quill');
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    owner,
    '/events/create',
    {
      title: 'Tango',
      description: 'With cake.',
      starttime: '2098-05-01 10:00:00',
      endtime: '2098-05-01 12:00:00',
      rrule: 'FREQ=WEEKLY;COUNT=4',
    },
  );
  const address = `/events/event/${response.event_id}`;
  const page = new PlainPage(server, owner);
  await page.open(`${address}/edit`);
  await page.press('Delete this event');
  page.choose('Delete', 'The whole series');
  page.fill('Your password', owner.password);
  await page.press('Delete event');
  expect(page.text).toContain('Event deleted.');
  expect(page.text).not.toContain('Tango');
  await page.open(address);
  expect(page.status).toBe(404);
});
