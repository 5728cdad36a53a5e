// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, createGroup, createPage } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

// A moderator of the site among the members of closed containers, without script.

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
let mo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada');
  bo = await memberOf(server, 'Bo');
  mo = await memberOf(server, 'Mo');
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql.end();
});
afterAll(() => server.stop());

const kinds = {
  group: async () => {
    const fields = { title: 'Divers', category_id: 13, description: 'We dive.', privacy: 'closed' };
    const id = await createGroup(server, ada, fields);
    await act(server, bo, `/groups/member/request/${id}`, {});
    await act(server, ada, `/groups/member/approve/${id}`, { user_id: bo.id });
    return { path: `/groups/group/${id}`, front: '/posts', log: '/log', bans: '/bans' };
  },
  page: async () => {
    const fields = { title: 'Divers', category_id: 3, body: 'We dive.', auth_view: 'member' };
    const id = await createPage(server, ada, fields);
    // Joining a page for its members needs approval.
    await act(server, bo, `/sitepage/join/${id}`, {});
    await act(server, ada, `/sitepage/approve-pending/${id}?member_id=${bo.id}`, {});
    const admin = '/dashboard/admin';
    return { path: `/pages/page/${id}`, front: '', log: `${admin}/log`, bans: `${admin}/bans` };
  },
};

test.each(['group', 'page'] as const)(
  'they see the members of a closed %s, ban one and end the ban, archive it and open it',
  async (kind) => {
    const { path, front, log, bans } = await kinds[kind]();
    const desk = new PlainPage(server, mo);
    await desk.open(path + front);
    await desk.follow('2 members');
    expect(desk.links(bo.displayname)).toHaveLength(1);
    expect(desk.buttons(`Ban ${ada.displayname}`)).toHaveLength(0);
    await desk.press(`Ban ${bo.displayname}`);
    desk.fill('Reason', 'Sells watches');
    await desk.press('Ban member');
    expect(desk.text).toContain('Member banned.');
    expect(desk.links(bo.displayname)).toHaveLength(0);

    await desk.follow(`Bans of the ${kind}`);
    expect(desk.path).toBe(path + bans);
    expect(desk.text).toContain('Sells watches');
    const hers = new PlainPage(server, ada);
    await hers.open(path + bans);
    expect(hers.text).toContain('Sells watches');
    await desk.press(`End ban of ${bo.displayname}`);
    expect(desk.text).toContain('Nobody is banned.');
    await hers.open(path + log);
    expect(hers.text).toContain('(site moderator) banned');
    expect(hers.text).toContain('(site moderator) ended the ban of');

    await desk.open(path + front);
    await desk.press('More actions');
    await desk.press('Archive');
    await desk.press(`Archive ${kind}`);
    expect(desk.text).toContain('only they can reopen it');
    await hers.open(path + log);
    expect(hers.text).toContain('(site moderator) archived it');
    await hers.open(path + front);
    expect(hers.text).toContain('only they can reopen it');
    expect(hers.buttons('Reopen')).toHaveLength(0);
    await desk.press('More actions');
    await desk.press('Reopen');
    await desk.press(`Reopen ${kind}`);
    expect(desk.text).not.toContain('only they can reopen it');

    const his = new PlainPage(server, bo);
    await his.open(path + front);
    expect(his.links('2 members')).toHaveLength(0);
    expect(his.links('1 member')).toHaveLength(0);
    await his.open(`${path}/members`);
    expect(his.text).not.toContain(ada.displayname);
  },
);
