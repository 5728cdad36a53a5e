import { expect, test } from 'vitest';
import { changedValues, logChanges } from '#domains/containers/audit-log/audit-log.rules.ts';
import { fieldList } from '#lib/field-list.ts';

const words = {
  fields: fieldList({
    isListed: { wire: 'search', type: 'flag', label: 'Listed', values: [false, true], default: 1 },
  }),
  roleLabels: { 0: 'Member', 20: 'Moderator' },
};

test('values that stay the same are no change', () => {
  const before = { title: 'Mill', categoryId: '3', tags: ['a'], isListed: true };
  expect(changedValues(before, { ...before, categoryId: 3, isListed: undefined })).toBeUndefined();
});

test('long texts and lists are noted without their values', () => {
  const changed = changedValues(
    { title: 'Mill', description: '', tags: ['a'] },
    { title: 'Old mill', description: 'x'.repeat(201), tags: [] },
  );
  expect(changed).toEqual({
    from: { title: 'Mill', description: null, tags: null },
    to: { title: 'Old mill', description: null, tags: null },
  });
});

test('a setting has the words of its form, and one that is no field any more its name', () => {
  const details = { from: { isListed: true, former: 1 }, to: { isListed: false, former: 2 } };
  expect(logChanges({ action: 'edit', details }, words)).toEqual([
    { label: 'Listed', from: 'Yes', to: 'No' },
    { label: 'former', from: '1', to: '2' },
  ]);
});

test('a ban by the site has its end', () => {
  const until = '2026-03-12T10:00:00.000Z';
  expect(logChanges({ action: 'site_ban', details: { until } }, words)).toEqual([
    { label: 'Until Mar 12, 2026' },
  ]);
  expect(logChanges({ action: 'ban', details: { until: null } }, words)).toEqual([
    { label: 'Permanent' },
  ]);
});
