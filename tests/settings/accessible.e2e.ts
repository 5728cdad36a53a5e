import { test } from 'vitest';
import { expectScreensInBothLooks } from '../support/accessible-screens.ts';
import { ada } from '../support/stage.ts';

const settings = [
  '',
  '/privacy',
  '/notifications',
  '/advancednotifications',
  '/subscriptions',
  '/appearance',
  '/change-password',
  '/devices',
  '/blocked',
  '/export',
  '/delete-account',
];

test('the settings are accessible in both looks (axe)', () =>
  expectScreensInBothLooks(
    ada,
    settings.map((part) => `/profile/settings${part}`),
  ));

test('the screens to invite and to contact are accessible in both looks (axe)', () =>
  expectScreensInBothLooks(ada, ['/invite', '/contact']));
