import type { BrowseKind } from '#domains/containers/browse/browse-kind.ts';
import { belongsTo, type Role } from '#domains/containers/container-access.rules.ts';
import type { ContainerRow, NamedItem } from '#domains/containers/container-rows.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType, ContainerArea } from '#lib/container-types.ts';
import type { FactLine } from '#lib/fact-line.ts';
import type { FieldList } from '#lib/field-list.ts';
import type { CallName } from '#lib/form-call.ts';
import { isolate } from '#lib/names.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { Tab } from '#ui/Tabs.tsx';
import type { PersonRow, PeopleList, PeopleQuery } from './people.server.ts';
import type { RequestsKind } from './requests.model.ts';
import type { RequestList, RequestQuery } from './requests.server.ts';

type Input = Record<string, string | number>;

/** A part of the line below the name. */
export interface Fact {
  text: string;
  href?: string | undefined;
  /** A mean of at most 5 stars. */
  isRating?: boolean;
  /** Members are not shown it. */
  isForVisitors?: boolean;
}

/** A button of the header or of a list. */
export interface Action {
  label: string;
  /** The screen that it opens, or else the call that it makes. */
  href?: string;
  call?: CallName;
  /** By default the id of the container. */
  input?: Input;
  isPrimary?: boolean;
  /** One of several choices, and whether it is the one that counts. */
  isPressed?: boolean;
  count?: number;
  /** Makes it a button that joins; questions and rules come before, in a form. */
  join?: { questions?: string[]; rules?: string };
  /** Follows or likes it: beside joining on a card of a list. */
  isWayIn?: boolean;
  /** Makes its label a state that is on, such as 'Following', with a word on it and these actions; primary, a question. */
  menu?: { text: string; actions: Action[] };
}

/** Icons are drawn by the menu of the staff (src/layouts/containers/staff-icons.ts). */
export type StaffIcon =
  | 'ban'
  | 'bell'
  | 'chart'
  | 'contact'
  | 'edit'
  | 'link'
  | 'log'
  | 'mail'
  | 'parts'
  | 'people'
  | 'photo'
  | 'promotion'
  | 'request'
  | 'star'
  | 'table'
  | 'text'
  | 'waiting';

/** A screen with which staff manages a container. */
export interface StaffScreen {
  /** The end of its address. */
  name: string;
  /** Its name among the screens that kinds have alike: by default the last part of its address. */
  part: string;
  label: string;
  /** Above it and others in the menu. */
  heading: string;
  icon: StaffIcon;
  /** The least role that opens it. */
  role: Role;
  /** The least role that opens it in an archive; without one nobody does. */
  archiveRole?: Role;
  /** Below its heading. */
  lead?: string;
  /** Shown beside its label. */
  counts?: 'requests' | 'waiting';
}

/** How staff changes one member. */
export interface MemberChange {
  label: string;
  /** Saves role and title; absent in an archive. */
  save?: { call: CallName; input: Input };
  /** Roles to choose from, by their names. */
  roles?: Record<string, string>;
  role?: string;
  titleLength: number;
  titleHint?: string;
  /** Beside the button that saves. */
  buttons?: Action[];
  /** Below it. */
  more?: Action[];
  /** Whether they may be removed and banned here. */
  isRemovable: boolean;
}

type Calls = Record<
  | 'archive'
  | 'offerOwnership'
  | 'acceptOwnership'
  | 'endOwnershipOffer'
  | 'volunteerAsOwner'
  | 'join'
  | 'leave'
  | 'inviteMembers'
  | 'joinByLink'
  | 'listInviteLinks'
  | 'createInviteLink'
  | 'revokeInviteLink'
  | 'removeMember'
  | 'banMember'
  | 'unbanMember'
  | 'approveRequest'
  | 'refuseRequest'
  | 'listPendingRequests',
  CallName
>;

/**
 * All that the screens of a kind of container need of it, as data: its readers, addresses, words,
 * calls and the buttons of each viewer. The screens are in src/layouts/containers.
 */
export interface ContainerScreens<Row extends ContainerRow = ContainerRow> {
  type: ContainerType;
  /** The area of the menus. */
  area: ContainerArea;
  /** Addresses of the lists that visitors read. */
  publicLists: readonly string[];
  /** The tabs by their last path segment; `posts` is the front. */
  tabs: Readonly<Record<string, string>>;
  path(item: NamedItem, tab?: string): string;
  /** The tabs that the viewer may open. */
  tabsOf(row: Row & NamedItem, current: string): Tab[];
  /** The address of its posts as Atom. */
  feedPath(item: NamedItem): string;

  /**
   * By the number in the address, which of a kind with items is that of an item: addresses take
   * `itemId` of the row, and all else its `id`, the wall. A wall gives the item that it leads to.
   */
  read(viewer: Viewer, item: NamedItem): Promise<Row & NamedItem>;
  readOpen(viewer: Viewer, item: NamedItem): Promise<Row & NamedItem>;
  /** As `read`, for those who may open that tab. */
  readTab(viewer: Viewer, item: NamedItem, tab: string): Promise<Row & NamedItem>;
  readAsStaff(viewer: Member, item: NamedItem, role: Role): Promise<Row & NamedItem>;
  mayAddPhotos(viewer: Member, row: Row): boolean | Promise<boolean>;
  /** Whether a view by a member counts. */
  isViewCounted(row: Row): boolean;

  /** Shown on the tab About, with owner and age, unless the kind draws it. */
  about?(row: Row): {
    description: string;
    /** Texts by their labels; empty ones are left out. */
    facts: Record<string, string>;
    /** Further texts by their headings, likewise. */
    texts?: Record<string, string>;
  };
  /** Whether it has posts that the viewer has not seen; the call `markRead` notes that. */
  isUnread?(row: Row): boolean;
  /** Members may read its posts by their latest comments. */
  isOrderedByComments?: boolean;
  /** Whether the viewer posts in its name, until they choose otherwise. */
  speaks?(row: Row): boolean;

  /** Below its name, on that tab or in lists. */
  facts(row: Row & NamedItem, tab?: string): Fact[];
  /** The main buttons of the viewer, on that tab; all work without script. */
  actions(row: Row & NamedItem, tab?: string): Action[];
  /** Those of the menu beside them, without reporting. */
  moreActions(row: Row & NamedItem): Action[];
  /** Beside its content, where that is not what `about` gives. */
  aside?(
    row: Row,
    viewer: Viewer,
    tab: string,
  ): {
    description: string;
    /** Facts with their labels; empty ones are left out. */
    lines: FactLine[];
  };
  /** Says what members have. */
  membershipText: string;
  /** Names the menu with their choices, on that tab; by default 'Joined'. */
  membershipLabel?(row: Row & NamedItem, tab: string): string;
  /** Choices when somebody leaves, by the values of `scope`, the first chosen; absent: leaves all of it. */
  leaveScopes?(row: Row): Record<string, string> | undefined;
  /** Choices of members for themselves. */
  memberActions(row: Row & NamedItem, tab: string): Action[];
  /** Shown above the content, for members; false ones are left out. */
  notices(row: Row): Array<string | false | undefined>;
  meta(
    row: Row & NamedItem,
    origin: string,
  ): { description: string; image: string | undefined; jsonLd: object };
  /** Tags of its screens in the cache for visitors, if they are cached. */
  cacheTags?(row: Row): string[];
  /** When their text changes by itself, in milliseconds since 1970. */
  cacheUntil?(row: Row): number;

  calls: Calls & { [Name in 'resendInvitation' | 'markRead' | 'setOptions']?: CallName };
  /** The least role that archives it; moderators of the site have a button of their own. */
  archiveRole: Role;
  /** The input of calls about one member. */
  memberInput(id: number, memberId: number): Record<string, number>;

  /** The forms that create and edit one. */
  form: {
    create: CallName;
    edit: CallName;
    delete: CallName;
    /** Below the heading of the screen that creates one. */
    lead: string;
    /** @param query of the address, which may name where it will lie */
    mayCreate(viewer: Member, query: URLSearchParams): Promise<boolean>;
    values(row: Row): Record<string, string | number>;
    /** Drawn in their order, unless the kind draws its fields. */
    fields?: FieldList;
    /** Labels of fields that are in no list, by their names. */
    labels?: Record<string, string>;
    archive: { lead: string; toInput?(archives: boolean): Input };
    /** Choices of what is deleted with one of several items, by their values. */
    deleteScopes?(row: Row): Record<string, string> | undefined;
    /** Named before it is deleted: 'posts, photos'. */
    content: string;
    /** The role that whoever hands it over keeps: 'an officer'. */
    formerOwner: string;
  };

  staffScreens: readonly StaffScreen[];
  staffPath(item: NamedItem, name: string): string;
  /** Names the menu of the screens of its staff. */
  staffLabel: string;
  /** Those who decide on waiting posts, where authors read their own: 'officers'. */
  waitingPostsFor?: string;
  browse: BrowseKind;
  requests: Pick<RequestsKind, 'ids' | 'searchLabel'> & {
    list(viewer: Member, itemId: number, query: RequestQuery): Promise<RequestList>;
  };
  members: {
    list(viewer: Viewer, itemId: number, query: PeopleQuery): Promise<PeopleList<Row>>;
    title(row: Row): string;
    /** The text below a name. */
    note(member: PersonRow): string;
    roleLabels: Record<number, string>;
    /** Roles to filter by, or what else the kind lists by. */
    roles?: Record<string, string>;
    /** Instead of a select links to those that it names, with their numbers. */
    totals?(row: Row): Record<string, number>;
    /** Changes by those whom the kind lets: on its screen for that, or else on the tab itself. */
    change?(row: Row & NamedItem, member: PersonRow, viewer: Member): MemberChange | undefined;
    /** Those above members, who stand apart on that screen; the ownership is offered to them alone. */
    staff?(viewer: Member, id: number): Promise<PersonRow[]>;
    /** One of them; absent: a member. */
    noun?: string;
    /** How many there are for the staff; absent: all members. */
    total?(row: Row): number;
  };
}

declare module '#server/domain.ts' {
  interface Domain {
    /** Data for the screens that all kinds of containers have. */
    containerScreens?: Record<string, ContainerScreens>;
  }
}

/** An item with an address of its own, such as an album. */
export interface ItemBelow {
  path: string;
  title: string;
}

/** Address and title of a tab, or of an item below it. */
export function toContainerScreen(
  { tabs, path }: Pick<ContainerScreens, 'tabs' | 'path'>,
  { itemId, title }: NamedItem & { title: string },
  tab: string,
  item?: ItemBelow,
): { path: string; title: string; isFront: boolean } {
  const isFront = tab === 'posts';
  const part = item ? isolate(item.title) : tabs[tab];
  return {
    path: item?.path ?? path({ itemId }, tab),
    title: isFront ? title : `${part} · ${isolate(title)}`,
    isFront,
  };
}

/** Address of the form that comes before joining, on the screen of the container. */
export const joinHref = '#join';

/** Whether there are questions or rules before joining. */
export const asksBeforeJoining = (join: Action['join']): boolean =>
  (join?.questions ?? []).length > 0 || Boolean(join?.rules);

/** Whether everybody may read it, and lists show it. */
export const isForEverybody = ({ state, visibility, isListed }: ContainerRow): boolean =>
  state === 'open' && visibility === 'everyone' && isListed;

/** Shares it in a post of one's own. */
export const shareAction = (type: ContainerType, { itemId }: NamedItem): Action => ({
  label: 'Share',
  href: `/share/${toWireType(type)}/${itemId}`,
});

interface Belonging {
  membership: string;
  role: number;
  state: string;
}

/** Whether the viewer, of the staff, may open that screen; in an archive few are left. */
export function mayOpen(row: Belonging, { role, archiveRole }: StaffScreen): boolean {
  const least = row.state === 'archived' ? archiveRole : role;
  return least !== undefined && belongsTo(row, least);
}

/** The first screen that the viewer, of the staff, may open. */
export const firstStaffScreen = (screens: readonly StaffScreen[], row: Belonging): string =>
  screens.find((screen) => mayOpen(row, screen))!.name;

/** A screen of the staff that all kinds have. */
export const findStaffScreen = (
  { staffScreens }: Pick<ContainerScreens, 'staffScreens'>,
  part: string,
): StaffScreen => staffScreens.find((screen) => screen.part === part)!;
