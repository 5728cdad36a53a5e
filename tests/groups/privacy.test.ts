import { describe, expect, test } from 'vitest';
import { joinPolicies, type Visibility } from '#domains/containers/container-access.rules.ts';
import {
  findExactPrivacy,
  privacies,
  privacyName,
  privacyText,
  settingsOfPrivacy,
} from '#domains/groups/groups.rules.ts';

const visibilities: Visibility[] = ['everyone', 'registered', 'members'];
const settings = visibilities.flatMap((visibility) =>
  [true, false].flatMap((isListed) =>
    joinPolicies.map((joinPolicy) => ({ visibility, isListed, joinPolicy })),
  ),
);

describe.each(settings)('the privacy of a group with %o', (one) => {
  const isSecret = one.visibility === 'members' && !one.isListed;
  const text = privacyText(one);

  test('names the way of joining', () => {
    if (isSecret) return expect(text).toMatch(/^Secret/);
    expect(/every member of the site can join/.test(text)).toBe(one.joinPolicy === 'open');
    expect(/needs approval/.test(text)).toBe(one.joinPolicy === 'approval');
    expect(/needs an invitation/.test(text)).toBe(one.joinPolicy === 'invitation');
  });

  test('is open or closed by name only with all three settings', () => {
    const isOpen = one.visibility === 'everyone' && one.isListed && one.joinPolicy === 'open';
    const isClosed = one.visibility === 'members' && one.isListed && one.joinPolicy === 'approval';
    expect(/^Open/.test(text)).toBe(isOpen);
    expect(/^Closed/.test(text)).toBe(isClosed);
    expect(privacyName(one) === 'Open group').toBe(isOpen);
    expect(privacyName(one) === 'Closed group').toBe(isClosed);
    expect(privacyName(one) === 'Secret group').toBe(isSecret);
  });

  test('names lists that do not show it', () => {
    if (!isSecret && !findExactPrivacy(one))
      expect(/does not show up/.test(text)).toBe(!one.isListed);
  });
});

test('each privacy is that of its own settings', () => {
  for (const privacy of privacies)
    expect(findExactPrivacy(settingsOfPrivacy[privacy])).toBe(privacy);
});
