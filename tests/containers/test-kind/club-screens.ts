import { roles, type MembershipState } from '#domains/containers/container-access.rules.ts';
import { findableContainer } from '#domains/containers/container-access.server.ts';
import { firstItem } from '#domains/containers/container-items.server.ts';
import { storedKind } from '#domains/containers/container-kinds.server.ts';
import {
  containerColumns,
  containerReader,
  joinedMembership,
  type ContainerRow,
  type NamedItem,
} from '#domains/containers/container-rows.server.ts';
import type { ContainerScreens } from '#domains/containers/kit/container-screens.ts';
import { plainCalls } from '#domains/containers/kit/membership.calls.ts';
import { plainScreens } from '#domains/containers/kit/plain-screens.views.server.ts';
import { plainHandlers } from '#domains/containers/kit/plain.api.ts';
import type { SqlViewer, Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { fieldList, toWireValues, type DetailRow } from '#lib/field-list.ts';
import { post } from '#lib/rest.ts';
import { db } from '#server/db.ts';
import { defineDomain } from '#server/domain.ts';
import { selectDetails } from '#server/field-columns.ts';
import { day } from '#server/limits.ts';
import { sql } from '#server/sql.ts';
import { clubRoutes } from './club-routes.ts';
import { meetings } from './meetings-table.ts';
import { meetingFields } from './meetings.ts';

const clubFields = fieldList({
  title: {
    wire: 'title',
    type: 'line',
    label: 'Club name',
    max: 64,
    isRequired: true,
    isOfContainer: true,
  },
  motto: { wire: 'motto', type: 'line', label: 'Motto', max: 200 },
});
interface ClubRow extends ContainerRow, DetailRow<typeof clubFields> {}

const type = 'club' as ContainerType;
const columns = (viewer: SqlViewer) =>
  sql`${containerColumns(viewer)}, ${selectDetails(clubFields, sql`d`)}`;
const from = (viewer: SqlViewer) =>
  sql`containers c join clubs d on d.id = c.id ${joinedMembership(viewer)}`;
const reader = containerReader<ClubRow>({ type, columns, from, staffRole: roles.moderator });

/** Those that the viewer may find, newest first. */
async function listClubs(viewer: Viewer, { page, limit }: { page: number; limit: number }) {
  const rows = await db.execute<ClubRow & NamedItem & { total: number }>(sql`
    select ${columns(viewer)}, ${firstItem(type, sql`c`)} as "itemId",
      count(*) over ()::int as total
    from ${from(viewer)}
    where c.type = 'club' and c.state = 'open' and c.is_listed
      and ${findableContainer(viewer, sql`c`)}
    order by c.id desc
    limit ${limit}
    offset ${(page - 1) * limit}`);
  const total = rows[0]?.total ?? 0;
  return { total, rows: rows.map((row) => ({ ...row, description: row.motto })) };
}

const ofClub = (name: string) => post<{ id: number }, void>(`/clubs/${name}/:id`);
const calls = {
  ...plainCalls<ContainerType, MembershipState>('/clubs'),
  archive: ofClub('archive'),
};
const plain = plainScreens<ClubRow>({ type, routes: clubRoutes, reader, calls });

const clubScreens: ContainerScreens<ClubRow> = {
  ...plain,
  mayAddPhotos: (_, { membership }) => membership === 'member',
  about: ({ motto }) => ({ description: '', facts: { Motto: motto } }),
  form: {
    create: post<object, void>('/clubs/create'),
    edit: ofClub('edit'),
    delete: ofClub('delete'),
    lead: 'A place for those who share a pastime.',
    mayCreate: () => Promise.resolve(true),
    values: (row) => toWireValues(clubFields, row),
    fields: clubFields,
    archive: { lead: 'An archived club can be read and left.' },
    content: 'posts',
    formerOwner: 'an officer',
  },
  browse: {
    label: 'Clubs',
    summary: 'Clubs',
    icon: 'people',
    lists: {
      '/clubs': { tab: 'Browse', title: 'Clubs', scope: 'all', emptyText: 'No clubs.' },
      '/clubs/my-clubs': { tab: 'Mine', title: 'My clubs', scope: 'all', emptyText: 'No clubs.' },
    },
    create: { label: 'Create a Club', href: '/clubs/create' },
    orders: { newest: 'Newest' },
    texts: {},
    list: listClubs,
    listCategories: () => Promise.resolve([]),
    tile: ({ description }) => [{ text: description }],
  },
};

const membershipNames = ['none', 'requested', 'invited', 'member', 'banned'] as const;
const handlers = plainHandlers(calls, clubScreens, {
  type,
  read: reader.read,
  readOpen: reader.readOpen,
  membershipNames,
  toMembership: ({ membership }) => membership,
  hasRules: false,
});

export const clubsDomain = defineDomain({
  name: 'clubs',
  containerKinds: {
    club: storedKind(type, {
      editRole: roles.moderator,
      speaksForItself: false,
      photos: { role: roles.member },
      items: meetings,
      search: { resultType: 'Club', label: 'Clubs', summary: () => sql`''` },
    }),
  },
  containerScreens: { club: clubScreens },
  handlers,
  limits: { clubLink: [[50, day]] },
  ...meetingFields,
});
