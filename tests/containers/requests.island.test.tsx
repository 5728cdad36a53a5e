import { beforeAll, beforeEach, expect, test } from 'vitest';
import { toRequests } from '#domains/containers/kit/requests.model.ts';
import { RequestsManager } from '#domains/containers/kit/RequestsManager.island.tsx';
import { RequestTotal } from '#domains/containers/staff/RequestTotal.island.tsx';
import { $decisions } from '#domains/containers/staff/staff-totals.store.ts';
import { StaffHead } from '#domains/containers/staff/StaffHead.island.tsx';
import {
  approveRequest,
  listPendingRequests,
  refuseRequest,
} from '#domains/sitepages/sitepages.calls.ts';
import { toWire } from '#lib/dates.ts';
import { expectAccessible } from '../support/islands/axe.ts';
import {
  act,
  answered,
  commands,
  focusedName,
  intercept,
  mount,
  page,
  refusal,
  release,
  waitForToast,
  type ApiMember,
} from '../support/islands/island.tsx';

const kind = {
  calls: { list: listPendingRequests, approve: approveRequest, refuse: refuseRequest },
  ids: { container: 'pageId', member: 'member_id' },
  searchLabel: 'Name or e-mail',
};

let ada: ApiMember;
let askers: ApiMember[];
let id: number;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Tester');
  askers = [];
  for (const name of ['Bo', 'Cleo', 'Dana']) askers.push(await commands.newMember(name, 'Tester'));
});

/** Everybody asks to join a new page, whose requests are mounted. */
beforeEach(async () => {
  const { response } = await act<{ response: { page_id: number } }>(ada, '/sitepages/create', {
    title: 'Mill',
    category_id: 3,
    body: 'An old mill.',
    member_approval: 1,
  });
  id = response.page_id;
  for (const asker of askers) await act(asker, `/sitepage/join/${id}`, {});
  await commands.signIn(ada);
  $decisions.set({ all: 0, approved: 0 });
  const path = `/pages/page/${id}/dashboard/admin/requests`;
  mount(
    <>
      <StaffHead href={`/pages/page/${id}`} title="Mill" avatar={null} memberCount={1} />
      <a href={path}>
        Requests <RequestTotal count={3} />
      </a>
      <RequestsManager
        kind={kind}
        id={id}
        served={toRequests(await listPendingRequests({ id }))}
        search=""
        path={path}
        memberId={0}
        now={toWire(new Date())}
        timeZone="UTC"
      />
    </>,
  );
});

const row = (name: string) => page.getByRole('link', { name: `${name} Tester` });
const approve = (name: string) =>
  page.getByRole('button', { name: `Approve ${name} Tester` }).click();
const waiting = async () => (await listPendingRequests({ id })).total;

test('a request is away at once, and comes back if it could not be approved', async () => {
  await intercept(`/sitepage/approve-pending/${id}`, { kind: 'hold' });
  await approve('Bo');
  await row('Bo').waitFor({ state: 'detached' });
  await page.getByText('2 requests').waitFor();
  // Its button went with it.
  expect(focusedName()).toBe('Approve Cleo Tester');
  await release(`/sitepage/approve-pending/${id}`);
  await waitForToast('Request approved.');
  expect(await waiting()).toBe(2);
  await page.getByRole('link', { name: 'Mill 2 members' }).waitFor();
  await page.getByRole('link', { name: 'Requests 2' }).waitFor();

  await intercept(`/sitepage/approve-pending/${id}`, { kind: 'abort' });
  await approve('Cleo');
  await waitForToast('Unable to approve request. Please try again.');
  await row('Cleo').waitFor();
  await page.getByText('2 requests').waitFor();
  await intercept(`/sitepage/reject-pending/${id}`, refusal('No.'));
  await page.getByRole('button', { name: 'Reject Cleo Tester' }).click();
  await waitForToast('Unable to reject request. Please try again.');
  await row('Cleo').waitFor();
  expect(await waiting()).toBe(2);
});

test('a list that is read meanwhile leaves out whom the server has not answered about', async () => {
  const approving = `/sitepage/approve-pending/${id}`;
  await intercept(approving, { kind: 'hold' });
  await approve('Cleo');
  await row('Cleo').waitFor({ state: 'detached' });
  await act(await commands.newMember('Eve', 'Tester'), `/sitepage/join/${id}`, {});
  await commands.signIn(ada);
  await page.getByRole('button', { name: 'Reject Bo Tester' }).click();
  await row('Eve').waitFor();
  expect(row('Cleo').query()).toBeNull();
  await page.getByText('2 requests').waitFor();
  await release(approving);
  await waitForToast('Request approved.');
  await expect.poll(waiting).toBe(2);
});

test('requests are rejected after a question, several at once or one with a reason', async () => {
  for (const name of ['Bo', 'Dana']) await page.getByLabel(`Select ${name} Tester`).click();
  await page.getByRole('button', { name: 'Reject 2…' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await row('Bo').waitFor();
  await page.getByRole('button', { name: 'Reject 2…' }).click();
  await page.getByLabel('Reason (optional)').fill('Full.');
  await page.getByRole('button', { name: 'Reject 2', exact: true }).click();
  await waitForToast('Request rejected.');
  await page.getByText('1 request', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Mill 1 member', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Requests 1' }).waitFor();
  await row('Cleo').waitFor();
  expect(focusedName()).toBe('Reject Cleo Tester');
  expect(await waiting()).toBe(1);
  await page.getByText('Reject with a reason').click();
  await page.getByLabel('Reason', { exact: true }).fill('Full as well.');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('No requests at the moment.').waitFor();
  expect(document.activeElement?.textContent).toBe('0 requests');
  expect(page.getByText('Per page').query()).toBeNull();
  // Nothing to search where nobody waits.
  expect(page.getByLabel('Name or e-mail').element().checkVisibility()).toBe(false);
  await expect.poll(waiting).toBe(0);
});

test('all are chosen and approved at once', async () => {
  await intercept(`/sitepage/approve-pending/${id}`, { kind: 'abort' });
  await page.getByLabel('Select all').click();
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await waitForToast('Unable to approve request. Please try again.');
  for (const name of ['Bo', 'Cleo', 'Dana']) await row(name).waitFor();
  expect(await waiting()).toBe(3);
  await release(`/sitepage/approve-pending/${id}`);
  await intercept(`/sitepage/approve-pending/${id}`, { kind: 'hold' });
  await page.getByLabel('Select all').click();
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await page.getByText('0 requests').waitFor();
  // The server may still refuse them.
  expect(page.getByText('No requests at the moment.').query()).toBeNull();
  await release(`/sitepage/approve-pending/${id}`);
  await page.getByText('No requests at the moment.').waitFor();
  await expect.poll(waiting).toBe(0);
});

test('a request without a free seat goes on waiting, and the rest is approved', async () => {
  await commands.addSeats(id, 2);
  await page.getByLabel('Select all').click();
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await waitForToast('Approved, except for 2: there are not enough places left.');
  await page.getByText('2 requests').waitFor();
  for (const name of ['Cleo', 'Dana']) await row(name).waitFor();
  await page.getByRole('link', { name: 'Mill 2 members' }).waitFor();
  await page.getByRole('link', { name: 'Requests 2' }).waitFor();
});

test('a request for which no seats are left comes back with the reason', async () => {
  await commands.addSeats(id, 3);
  await approve('Bo');
  await waitForToast('There are not enough places left.');
  await row('Bo').waitFor();
  expect(await waiting()).toBe(3);
});

test('whoever the filter hides is not chosen any more', async () => {
  for (const name of ['Bo', 'Cleo']) await page.getByLabel(`Select ${name} Tester`).click();
  await page.getByRole('button', { name: 'Approve 2' }).waitFor();
  const filter = page.getByLabel('Name or e-mail');
  await filter.fill('cleo');
  await row('Bo').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Approve 1' }).waitFor();
  await filter.fill('dana');
  await row('Dana').waitFor();
  await page.getByRole('button', { name: /^Approve \d/ }).waitFor({ state: 'detached' });
  await filter.fill('');
  await row('Bo').waitFor();
  expect(await page.getByLabel('Select Bo Tester').isChecked()).toBe(false);
  expect(await waiting()).toBe(3);
});

test('the list is filtered by name or address, and reports that it could not be loaded', async () => {
  const list = `/sitepage/pending-requests/${id}`;
  const filter = page.getByLabel('Name or e-mail');
  await answered(list, () => filter.fill('CLEO'));
  await row('Bo').waitFor({ state: 'detached' });
  await answered(list, () => filter.fill(askers[2]!.email.slice(0, 8)));
  await row('Dana').waitFor();
  await intercept(list, refusal('Too many calls.', 429, 'rate_limit'));
  await filter.fill('');
  await page.getByText('Failed to load pending requests: Too many calls.').waitFor();
  await intercept(list, { kind: 'abort' });
  await filter.fill('b');
  await page.getByText(/^Failed to load pending requests: /).waitFor();
  await release(list);
  await filter.fill('');
  await row('Bo').waitFor();
  await page.getByRole('link', { name: '10', exact: true }).click();
  await expect
    .poll(() => page.getByRole('link', { name: '10', exact: true }).element().ariaCurrent)
    .toBe('true');
  await page.getByText('Per page').waitFor();
  await expectAccessible('the requests', 'main', { inBothThemes: true });
});
