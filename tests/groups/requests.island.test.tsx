import { expect, test } from 'vitest';
import { toRequests } from '#domains/containers/kit/requests.model.ts';
import { RequestsManager } from '#domains/containers/kit/RequestsManager.island.tsx';
import {
  approveRequest,
  listPendingRequests,
  refuseRequest,
} from '#domains/groups/groups.calls.ts';
import { toWire } from '#lib/dates.ts';
import {
  act,
  commands,
  intercept,
  mount,
  page,
  release,
  waitForToast,
} from '../support/islands/island.tsx';

const kind = {
  calls: { list: listPendingRequests, approve: approveRequest, refuse: refuseRequest },
  ids: { container: 'id', member: 'user_id' },
  words: { refuse: 'Refuse', refused: 'refused', choose: 'Select', search: 'Name' },
};

test('officers of a group refuse several requests, and approve the last one', async () => {
  const ada = await commands.newMember('Ada', 'Tester');
  const { response } = await act<{ response: { group_id: number } }>(ada, '/groups/create', {
    title: 'Rowers',
    category_id: 13,
    description: 'We row.',
    privacy: 'closed',
  });
  const id = response.group_id;
  for (const name of ['Bo', 'Cleo', 'Dana'])
    await act(await commands.newMember(name, 'Tester'), `/groups/member/request/${id}`, {});
  await commands.signIn(ada);
  mount(
    <RequestsManager
      kind={kind}
      id={id}
      served={toRequests(await listPendingRequests({ id }))}
      search=""
      path={`/groups/group/${id}/requests`}
      memberId={0}
      now={toWire(new Date())}
      timeZone="UTC"
    />,
  );
  for (const name of ['Bo', 'Dana']) await page.getByLabel(`Select ${name} Tester`).click();
  await page.getByRole('button', { name: 'Refuse 2…' }).click();
  await page.getByRole('button', { name: 'Refuse 2', exact: true }).click();
  await waitForToast('Request refused.');
  await page.getByText('1 request', { exact: true }).waitFor();

  const approving = `/groups/member/approve/${id}`;
  await intercept(approving, { kind: 'hold' });
  await page.getByRole('button', { name: 'Approve Cleo Tester' }).click();
  await page.getByText('0 requests').waitFor();
  // The server may still refuse it.
  expect(page.getByText('Nobody waits.').query()).toBeNull();
  await release(approving);
  await page.getByText('Nobody waits.').waitFor();
  expect((await listPendingRequests({ id })).total).toBe(0);
});
