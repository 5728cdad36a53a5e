import { beforeEach, expect, test } from 'vitest';
import { listRequests } from '#domains/friends/friends.calls.ts';
import { toRequest } from '#domains/friends/friends.model.ts';
import { RequestsList } from '#domains/friends/RequestsList.island.tsx';
import { RequestsMenu } from '#domains/friends/RequestsMenu.island.tsx';
import { toWire } from '#lib/dates.ts';
import {
  act,
  commands,
  intercept,
  mount,
  page,
  release,
  waitForToast,
  type ApiMember,
} from '../support/islands/island.tsx';

let ada: ApiMember;
let bo: ApiMember;

beforeEach(async () => {
  [ada, bo] = [await commands.newMember('Ada', 'Tester'), await commands.newMember('Bo', 'Tester')];
});

const ask = (from: ApiMember, to: ApiMember) => act(from, '/user/add', { user_id: to.id });

/** Mounts the page of Bo's requests. */
async function mountRequests() {
  await commands.signIn(bo);
  const { response, totalItemCount } = await listRequests({});
  mount(
    <RequestsList
      served={response.map(toRequest)}
      total={totalItemCount}
      here={{ path: '/friends', member: 0 }}
      now={toWire(new Date())}
      timeZone="UTC"
    />,
  );
}

test('a withdrawn request: something went wrong, and the row is removed', async () => {
  await ask(ada, bo);
  await mountRequests();
  const confirm = page.getByRole('button', { name: 'Confirm the request of Ada Tester' });
  await confirm.waitFor();
  await act(ada, '/user/cancel', { user_id: bo.id });
  await confirm.click();
  await waitForToast('Something went wrong!');
  await page.getByText('No friend requests.').waitFor();
});

test('a lost connection: something went wrong, and the row returns', async () => {
  await ask(ada, bo);
  await mountRequests();
  await intercept('/user/reject', { kind: 'abort' });
  const reject = page.getByRole('button', { name: 'Reject the request of Ada Tester' });
  await reject.click();
  await waitForToast('Something went wrong!');
  await page.getByRole('link', { name: /Ada Tester/ }).waitFor();
  await release('/user/reject');
  await reject.click();
  await waitForToast('Friend request rejected!');
  await page.getByText('No friend requests.').waitFor();
  await mountRequests();
  await page.getByText('No friend requests.').waitFor();
});

test('many requests: the popup loads more when scrolled, and can be answered by keyboard', async () => {
  await commands.addRequests(bo, 23);
  await commands.signIn(bo);
  mount(<RequestsMenu unseen={23} timeZone="UTC" />);
  const popup = page.getByRole('group', { name: 'Friend requests', exact: true });
  await page.getByRole('button', { name: 'Friend requests' }).focus();
  await page.keyboard.press('Enter');
  await popup.getByRole('link', { name: /Person No 23/ }).waitFor();
  const list = popup.css('.header-popup-list');
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      for (const name of await popup.css('.user-link-name').allInnerTexts()) seen.add(name);
      // The request to answer is at the end; scrolling must not leave it again.
      if (seen.size === 23) return seen.size;
      // Scrolls as fast as rows render, and starts over at the end, so that a slow machine misses
      // none.
      await list.evaluate((element) => {
        const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
        element.scrollTo(0, isAtEnd ? 0 : element.scrollTop + 200);
        return new Promise<void>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        );
      });
      return seen.size;
    })
    .toBe(23);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await popup.getByRole('button', { name: 'Reject the request of Person No 01' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => popup.getByRole('link', { name: 'Person No 01' }).count()).toBe(0);
  await waitForToast('Friend request rejected!');
  await page.keyboard.press('Escape');
  await expect.poll(() => popup.isVisible()).toBe(false);
});
