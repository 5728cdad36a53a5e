import { expect, test } from 'vitest';
import { suggestPeople } from '#domains/friends/friends.calls.ts';
import { toPerson } from '#domains/friends/friends.model.ts';
import { PeopleGrid } from '#domains/friends/PeopleGrid.island.tsx';
import { answered, befriend, commands, mount, page } from '../support/islands/island.tsx';

test('suggestions are requested or dismissed', async () => {
  const [ada, bo, common, other] = [
    await commands.newMember('Ada', 'Tester'),
    await commands.newMember('Bo', 'Tester'),
    await commands.newMember('Common', 'Tester'),
    await commands.newMember('Other', 'Tester'),
  ];
  for (const one of [ada, bo, other]) await befriend(one, common);
  await commands.signIn(ada);
  const { users } = await suggestPeople({});
  mount(
    <PeopleGrid
      people={users.map(toPerson)}
      here={{ path: '/friends', member: 0 }}
      label="People you may know"
      canDismiss
    />,
  );
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} Tester` });
  await card('Other').getByText('1 friend in common').waitFor();
  await card('Other').getByRole('button', { name: 'Do not suggest' }).click();
  await expect.poll(() => card('Other').count()).toBe(0);
  await answered('/user/add', () =>
    card('Bo').getByRole('button', { name: 'Add friend Bo Tester' }).click(),
  );
  await card('Bo').getByRole('button', { name: 'Request sent to Bo Tester' }).waitFor();
  expect((await suggestPeople({})).users).toEqual([]);
});
