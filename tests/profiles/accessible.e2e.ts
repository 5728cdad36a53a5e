import { beforeAll, test } from 'vitest';
import { expectScreensInBothLooks } from '../support/accessible-screens.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { ada, server } from '../support/stage.ts';

let bo: ApiMember;
beforeAll(async () => {
  bo = await memberOf(server, 'Maximiliane-Theodora', 'Hohenberger-Zwickau');
});

test('the screens of the own profile are accessible in both looks (axe)', () =>
  expectScreensInBothLooks(ada, [
    '/profile/edit',
    '/profile/view-as',
    '/profile/view-as/visitor/posts',
    `/profile/${ada.id}/friends`,
  ]));

test('the profile of another member is accessible in both looks (axe)', () =>
  expectScreensInBothLooks(ada, [`/profile/${bo.id}/posts`, `/profile/${bo.id}/info`]));
