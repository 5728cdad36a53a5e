import { wayToJoin } from '#domains/containers/container-access.rules.ts';
import type {
  containerReader,
  ContainerRow,
  NamedItem,
} from '#domains/containers/container-rows.server.ts';
import type { ContainerArea, ContainerType } from '#lib/container-types.ts';
import type { CallName } from '#lib/form-call.ts';
import { counted } from '#lib/text.ts';
import {
  isForEverybody,
  shareAction,
  type Action,
  type ContainerScreens,
} from './container-screens.ts';
import { kindPaths, tabsFor } from './kind-paths.ts';
import { publicListsOf, type KindRoutes } from './kind-routes.ts';

type JoinCalls = Record<
  'acceptInvitation' | 'ignoreInvitation' | 'join' | 'requestMembership' | 'cancelRequest',
  CallName
>;

export interface ScreenKind<Row extends ContainerRow, Calls> {
  type: ContainerType;
  routes: KindRoutes;
  reader: ReturnType<typeof containerReader<Row>>;
  /** One call may be both `join` and `requestMembership`. */
  calls: ContainerScreens['calls'] & JoinCalls & Calls;
  /** Names of the ids in the inputs about invitations and requests. */
  ids: { container: string; member: string };
  /** Accepted by whoever joins. */
  rules?(row: Row): string;
}

/** Data that the screens of all kinds have alike, and the buttons with which somebody joins. */
export function kindScreens<Row extends ContainerRow, Calls>({
  type,
  routes,
  reader: { read, readOpen, readAsStaff },
  calls,
  ids,
  rules,
}: ScreenKind<Row, Calls>) {
  const paths = kindPaths(routes);
  const path = ({ itemId }: NamedItem, tab?: string) => paths.path(itemId, tab);
  function joinActions(row: Row): Action[] {
    const { id, membership, joinQuestions: questions } = row;
    const way = wayToJoin(row);
    const join = rules ? { rules: rules(row) } : {};
    const input = { [ids.container]: id };
    return [
      ...(way === 'accept'
        ? [{ label: 'Accept invitation', call: calls.acceptInvitation, input, join }]
        : []),
      ...(membership === 'invited'
        ? [{ label: 'Decline', call: calls.ignoreInvitation, input }]
        : []),
      ...(way === 'join' ? [{ label: 'Join', call: calls.join, join }] : []),
      ...(way === 'ask'
        ? [{ label: 'Ask to join', call: calls.requestMembership, join: { questions, ...join } }]
        : []),
      ...(membership === 'requested'
        ? [{ label: 'Cancel request', call: calls.cancelRequest }]
        : []),
    ];
  }
  const screens = {
    type,
    area: routes.area as ContainerArea,
    publicLists: publicListsOf(routes),
    tabs: routes.tabs,
    path,
    feedPath: ({ itemId }) => paths.feedPath(itemId),
    staffPath: ({ itemId }: NamedItem, name: string) => paths.staffPath(itemId, name),
    tabsOf: tabsFor(routes),
    read: (viewer, { itemId }) => read(viewer, itemId),
    readOpen: (viewer, { itemId }) => readOpen(viewer, itemId),
    readAsStaff: (viewer, { itemId }, role) => readAsStaff(viewer, itemId, role),
    facts: ({ itemId, memberCount, isMemberListShown }) => [
      {
        text: counted(memberCount, 'member'),
        href: isMemberListShown ? paths.path(itemId, 'members') : undefined,
      },
    ],
    moreActions: (row) => (isForEverybody(row) ? [shareAction(type, row)] : []),
    memberActions: ({ membership, itemId }) =>
      membership === 'member'
        ? [{ label: 'Your settings', href: `${paths.path(itemId)}/options` }]
        : [],
    calls,
    memberInput: (id, memberId) => ({ id, [ids.member]: memberId }),
    staffScreens: routes.staffScreens,
  } satisfies Partial<ContainerScreens<Row>>;
  return { screens, joinActions };
}
