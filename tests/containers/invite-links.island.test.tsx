import { beforeAll, beforeEach, expect, test } from 'vitest';
import { InviteLinks } from '#domains/containers/invitations/InviteLinks.island.tsx';
import { kitCalls } from '#domains/groups/groups.calls.ts';
import { expectAccessible } from '../support/islands/axe.ts';
import {
  act,
  commands,
  intercept,
  mount,
  page,
  refusal,
  type ApiMember,
} from '../support/islands/island.tsx';

const { createInviteLink, listInviteLinks, revokeInviteLink } = kitCalls;

let ada: ApiMember;
let id: number;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Tester');
});

/** The links of a new group. */
beforeEach(async () => {
  const { response } = await act<{ response: { group_id: number } }>(ada, '/groups/create', {
    title: 'Rowers',
    category_id: 13,
    description: 'We row.',
  });
  id = response.group_id;
  await commands.signIn(ada);
  const calls = { list: listInviteLinks, create: createInviteLink, revoke: revokeInviteLink };
  const served = await listInviteLinks({ id });
  mount(<InviteLinks id={id} served={served} timeZone="UTC" calls={calls} />);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const status = () => page.getByRole('main').getByRole('status');
const field = () => page.getByLabelText('New link');
/** The clipboard as in a browser that allows it, or allows it neither way. */
function allowClipboard(isAllowed: boolean): string[] {
  const copied: string[] = [];
  const writeText = (text: string) =>
    isAllowed ? Promise.resolve(void copied.push(text)) : Promise.reject(new Error('denied'));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
  return copied;
}

test('a new link is copied, announced and ended', async () => {
  const copied = allowClipboard(true);
  await button('Create a link').click();
  await expect
    .element(status())
    .toHaveTextContent('Your new link is ready. Copy it now: you will not see it again.');
  await button('Copy link').click();
  await expect.element(status()).toHaveTextContent('Link copied.');
  expect(copied).toEqual([(field().element() as HTMLInputElement).value]);
  expect(copied[0]).toMatch(/^http.*\/groups\/join\/[\w-]{43}$/);
  await expectAccessible('a new link', 'main', { inBothThemes: true });
  await button('Revoke the link').click();
  await expect.element(status()).toHaveTextContent('The link was revoked.');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(button('Create a link')).toHaveFocus();
  expect((await listInviteLinks({ id })).response).toEqual([]);
});

test('a new link is selected if the clipboard is not allowed', async () => {
  allowClipboard(false);
  await button('Create a link').click();
  await button('Copy link').click();
  await expect
    .element(status())
    .toHaveTextContent(
      'The link is selected: copy it with your keyboard or the menu of your browser.',
    );
  const { value, selectionStart, selectionEnd } = field().element() as HTMLInputElement;
  expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
  await expect.element(field()).toHaveFocus();
});

test('a refusal is shown, and no link', async () => {
  await intercept(`/groups/invite-links/${id}`, refusal('There are 20 links already.'));
  await button('Create a link').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('There are 20 links already.');
  await expect.element(field()).not.toBeInTheDocument();
});
