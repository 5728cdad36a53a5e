import { expect, test } from 'vitest';
import { readUnticked } from '#lib/unticked.ts';

test('checkboxes that nobody has ticked send the value that the form names', () => {
  const isSent = (name: string) => name === 'search';
  expect(readUnticked(['search=0', 'approval=0', 'users='], isSent)).toEqual([
    ['approval', '0'],
    ['users', ''],
  ]);
  expect(readUnticked('approval=0', isSent)).toEqual([['approval', '0']]);
});

test('entries that name no field are left out', () => {
  expect(readUnticked(undefined, () => false)).toEqual([]);
  expect(readUnticked(['=1', '', 5], () => false)).toEqual([]);
});
