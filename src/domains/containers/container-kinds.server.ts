import type { SQL } from 'drizzle-orm';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import { andVisibleToOwner } from '#domains/policy/audience.server.ts';
import {
  canPostOnWall,
  isPublicProfile,
  visibleProfile,
} from '#domains/policy/profile-audience.server.ts';
import {
  isMember,
  type Member,
  type SqlMember,
  type SqlViewer,
  type Viewer,
} from '#domains/policy/viewer.ts';
import type { ContainerArea, ContainerType } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import { db, type Tx } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { ContextRow } from '#server/subjects.ts';
import { roles, type Role } from './container-access.rules.ts';
import {
  commentableFor,
  hasRole,
  isPublicContainer,
  knownContainer,
  photosAddable,
  postingIn,
  readableContainer,
} from './container-access.server.ts';
import { namedRows, wallId, type ContainerItems } from './container-items.server.ts';
import type { Change, ContainerRef } from './container-lock.server.ts';
import { ifParentOpen, isOpenItself } from './container-parents.server.ts';
import { sortKeyNow } from './sort-key-now.server.ts';

/** Names a container in SQL. */
interface SqlRef {
  type: SQL;
  id: SQL;
}

/** How somebody became a member: by themselves, or since somebody let them in. */
export type JoinWay = 'open' | 'invitation' | 'approval' | 'link' | 'promotion';

/** Types of the notices about memberships; an absent one is not sent. */
interface MembershipNotices {
  invited?: NotificationType;
  /** To those who asked to join, and were approved or invited. */
  accepted?: NotificationType;
  /** To its staff: somebody asks to join. */
  requested?: NotificationType;
  /** To members who get the role that edits it (`editRole`). */
  promoted?: NotificationType;
  /** To its staff: a member says that they come to an item. Withdrawn when they change their mind. */
  answered?: NotificationType;
  /** As `answered`, by a guest who has no account. */
  answeredByMail?: NotificationType;
  /** To those who waited for places of an item, and got them. */
  seated?: NotificationType;
  /** To whom the ownership is offered. */
  ownership?: NotificationType;
  /** To the staff that edits it: somebody follows it. Withdrawn when that ends. */
  followed?: NotificationType;
}

/** A kind of container: where posts stand. All conditions are SQL about one id. */
export interface ContainerKind {
  /** Its name in sentences, such as "group". */
  noun: string;
  /** From which role on staff edit its details, picture and cover, and remove and ban members. */
  editRole: Role;
  /**
   * Its staff post and add photos in its name: readers do not see which member it was. Posts may say
   * otherwise.
   */
  speaksForItself: boolean;
  /** A block between its owner and a member keeps the member from joining. */
  isOfOwner?: boolean;
  /** Kinds of containers in which it may lie, which lie in none themselves; absent: in none. */
  parents?: readonly string[];
  /** Whether the member, for whom it is open, may create in it what lies in it; absent: nobody. */
  childrenCreatable?: (member: SqlMember, c: SQL) => SQL;
  /** Whoever becomes a member follows it, until they choose otherwise. */
  isFollowedByMembers?: boolean;
  /** Joining asks, where it needs approval, and leaving withdraws that; absent: asking is a call of its own. */
  asksByJoining?: boolean;
  /** Its albums; absent for walls, whose owners have albums of their own. */
  photos?: {
    /** From which role on members add photos, if their posts need no approval. */
    role: Role;
    /** Whether the row `c` hides its albums from all but its staff; absent: it cannot. */
    isHidden?: (c: SQL) => SQL;
  };
  /** Items that share a container; absent: each container is the item that it is named as. */
  items?: ContainerItems;
  /** The address of its page, or of an item; that of a wall leads to one of its items. */
  path: (id: number) => string;
  /** Address at which its staff decide on posts that wait. */
  pendingPath?: (id: number) => string;
  /** Whether the viewer may read its posts. */
  readable: (viewer: SqlViewer, id: SQL) => SQL;
  /** Whether visitors could read what is posted there now, if they may read at all. */
  isPublic: (id: SQL) => SQL;
  /** Whether the viewer may know its name and picture. */
  known: (viewer: SqlViewer, id: SQL) => SQL;
  /** 'now', 'approval' (the post waits for a moderator) or null. */
  posting: (member: SqlMember, id: SQL) => SQL;
  /** Rules that whoever joins accepts; '' for none. Absent: the kind has none. */
  rules?: (id: SQL) => SQL;
  /** Seconds between two posts of a member, unless they are staff; absent: none. */
  postInterval?: (id: SQL) => SQL;
  /** How members are notified of posts there; absent: not at all. */
  notificationTypes?: {
    /** For members who want to know of all posts; of those in its name only if it names nobody. */
    newPost: NotificationType;
    /** For all members, when staff announce a post; absent: no post is announced. */
    announcement?: NotificationType;
  };
  membershipNotices?: MembershipNotices;
  /** So many members may have a role beside its owner; absent: any number. */
  maxStaff?: number;
  /** Throws if the member may not own this one as well. Runs under the member's lock. */
  checkQuota?: (member: Member, tx: Tx, id: number) => Promise<void>;
  /** Runs in the transaction that makes them members, under the lock of the container; sends nothing. */
  onJoin?: (
    change: Pick<Change, 'tx' | 'container'>,
    memberIds: number[],
    way: JoinWay,
  ) => Promise<unknown>;
  /** As `onJoin`, in the one in which a member leaves. */
  onLeave?: (change: Change, memberId: number) => Promise<unknown>;
  /** As `onJoin`, in the one that bans somebody, a member or not. */
  onBan?: (change: Change, memberId: number) => Promise<unknown>;
  /**
   * Runs where answers of a member end (`endAnswers`): to what is in that container and in those that
   * lie in it, without one to all.
   */
  onAnswersEnd?: (tx: Tx, memberId: number, ref: ContainerRef | undefined) => Promise<unknown>;
  /** Runs in the transaction that leaves one without an owner, under its lock. */
  onOwnerless?: (tx: Tx, ref: ContainerRef) => Promise<unknown>;
  /** Runs before those that lie in a deleted container are deleted with it, under their locks. */
  onParentDeleted?: (tx: Tx, ids: number[]) => Promise<unknown>;
  /**
   * Choices of its members, each for oneself, for notices of new posts there ('posted') and of
   * comments on posts in its name ('comment'); absent: none.
   */
  notificationChoices?: {
    /** Whether the recipient refuses notices of that action. */
    refuses: (recipientId: SQL, container: SqlRef, action: SQL) => SQL;
    refusesMail: (recipientId: SQL, container: SqlRef) => SQL;
  };
  /** Whether the member may comment and react on posts that they may read. */
  commentable: (member: SqlMember, id: SQL) => SQL;
  /** Whether the member may delete posts and comments of others there. */
  moderated: (member: SqlMember, id: SQL) => SQL;
  /** Selects `id`, `title` and `avatar` of all of this kind. */
  cards: SQL;
  /** Absent: search does not find it. */
  search?: ContainerSearch;
  /** Absent: the menus do not have it. */
  menu?: KindMenu;
  /** Absent: it has no categories. */
  categories?: ContainerCategories;
}

/** The tables of the categories of a kind. */
export interface ContainerCategories {
  /** Has `title` and `position`; with more than one level also `parent_id` and `path`. */
  table: string;
  /** Has `category_id` and `location`. */
  details: string;
  levels: number;
}

type MenuIcon = 'calendar' | 'create' | 'flag' | 'messages' | 'own' | 'thumb';

/** The entry of a kind in the menus of the frame; the first of its links stands for it there. */
export interface KindMenu {
  area: ContainerArea;
  label: string;
  icon: MenuIcon;
  /** Behind "More" in the header, and last in the other menus. */
  isMore?: true;
  links: Array<{
    label: string;
    href: string;
    icon: MenuIcon;
    /** Its words on /portals, if it is one to begin with. */
    portal?: { label: string; text: string };
  }>;
}

/** How search shows the containers of a kind. */
export interface ContainerSearch {
  /** As in answers of the interface, such as "Group". */
  resultType: string;
  /** Its tab, such as "Groups". */
  label: string;
  /** The text below the title, of the container `c`, or of its item `i`; one row where it has none. */
  summary: (c: SQL, i: SQL) => SQL;
}

declare module '#server/domain.ts' {
  interface Domain {
    /** Kinds of containers by item type. */
    containerKinds?: Record<string, ContainerKind>;
  }
}

/** For the manifest of a kind: notifications about its containers are for whom they are known to. */
export const containerContext =
  (type: string): ContextRow =>
  (viewer, id) =>
    sql`
    select c.type, c.id
    from containers c
    where c.type = ${type} and c.id = ${id} and ${knownContainer(viewer, sql`c`)}`;

/** For the subject of a kind with items: one is seen with its wall. */
export const wallContext =
  (type: string): ContextRow =>
  (_, id) =>
    sql`select ${type}::text, ${wallId(type, id)}`;

/** For the subject of a kind: notifications name it by its title, an item by its own. */
export const containerLabel =
  (type: string) =>
  (id: SQL): SQL => {
    const title = sql`select c.title from containers c where c.type = ${type} and c.id = ${id}`;
    const named = namedRows(type);
    if (!named.isItem) return title;
    return sql`
      select coalesce(
        (select ${named.title} from ${named.from} where c.type = ${type} and ${named.id} = ${id}),
        (${title})
      )`;
  };

/** Whether somebody who becomes a member of a container of that type follows it. */
export const followsByJoining = (type: string): boolean =>
  findContainerKind(type)?.isFollowedByMembers === true;

/** The kind of that type, or undefined. */
export const findContainerKind = (type: string): ContainerKind | undefined =>
  entriesOf('containerKinds').get(type);

/**
 * Checks that the viewer may read what stands there: not found if they may not know that it exists,
 * and for visitors, who know its front alone; else forbidden.
 */
export async function checkReadable(
  viewer: Viewer,
  { type, id }: { type: string; id: number },
): Promise<void> {
  const kind = findContainerKind(type);
  if (!kind) throw notFound();
  const isTrue = async (condition: ContainerKind['known']): Promise<boolean> =>
    (
      await db.execute(sql`
        select from (${kind.cards}) card
        where card.id = ${id} and ${condition(viewer, sql`card.id`)}`)
    ).length > 0;
  if (await isTrue(kind.readable)) return;
  throw isMember(viewer) && (await isTrue(kind.known)) ? forbidden() : notFound();
}

/** A condition on the row `c` of containers that differs between kinds; false for others. */
const byKind = (c: SQL, condition: (kind: ContainerKind) => SQL | undefined): SQL => sql`
  case ${c}.type
    ${sql.join(
      [...entriesOf('containerKinds')].map(
        ([type, kind]) => sql`when ${sql.raw(`'${type}'`)} then ${condition(kind) ?? sql`false`}`,
      ),
      sql` `,
    )}
    else false
  end`;

/**
 * Whether a block between the owner of a container and that member keeps the member out: only of
 * kinds that are their owner's, and not of what lies in another container, since the blocks of one
 * person decide nothing in a community.
 */
export const isBlockedByOwner = (
  {
    type,
    ownerId,
    parentId,
  }: { type: SQL | string; ownerId: SQL | number | null; parentId: SQL | number | null },
  memberId: SQL,
): SQL => {
  const types = [...entriesOf('containerKinds')].flatMap(([name, kind]) =>
    kind.isOfOwner ? [name] : [],
  );
  return sql`
    (
      ${type}::text = any (${sql.param(types)}::text[])
      and ${parentId}::bigint is null
      and exists (
        select from blocks b
        where (b.blocker_id = ${ownerId}::bigint and b.blocked_id = ${memberId})
          or (b.blocker_id = ${memberId} and b.blocked_id = ${ownerId}::bigint)
      )
    )`;
};

/**
 * The text below the title of the row `c`, as search shows it; '' for kinds without one.
 * @param item the row of its item and the kind that has such, where it is of that kind
 */
export const containerSummary = (c: SQL, item?: { type: string; row: SQL }): SQL => sql`
  coalesce(
    case ${c}.type
      ${sql.join(
        [...entriesOf('containerKinds')].flatMap(([type, { search, items }]) =>
          search && (!items || item?.type === type)
            ? [sql`when ${sql.raw(`'${type}'`)} then ${search.summary(c, item?.row ?? c)}`]
            : [],
        ),
        sql` `,
      )}
    end,
    ''
  )`;

/** Whether the member may edit the container: its details, pictures and albums. Not in an archive. */
export const editableBy = (member: SqlMember, c: SQL): SQL => sql`
  (
    ${ifParentOpen(member, c, sql`${c}.state <> 'archived'`)}
    and ${byKind(c, ({ editRole }) => hasRole(member, c, editRole))}
  )`;

/** Whether the member may add albums and photos to it. */
export const photosAddableBy = (member: SqlMember, c: SQL): SQL =>
  byKind(c, ({ photos }) => photos && photosAddable(member, c, photos.role));

/** Whether the member may create in it what lies in it, such as an event. */
export const childrenCreatableBy = (member: SqlMember, c: SQL): SQL => sql`
  (
    ${isOpenItself(member, c)}
    and ${byKind(c, ({ childrenCreatable }) => childrenCreatable?.(member, c))}
  )`;

/** Whether the container shows its albums to the viewer, who reads what stands in it. */
export const albumsShown = (viewer: SqlViewer, c: SQL): SQL =>
  andVisibleToOwner(viewer, (one) => {
    const isHidden = byKind(c, ({ photos }) => photos?.isHidden?.(c));
    return isMember(one)
      ? sql`case when ${isHidden} then ${hasRole(one, c)} else true end`
      : sql`(not ${isHidden})`;
  });

/** A kind whose containers are rows of `containers`. */
export function storedKind(
  type: ContainerType,
  own: Pick<
    ContainerKind,
    | 'categories'
    | 'childrenCreatable'
    | 'editRole'
    | 'menu'
    | 'speaksForItself'
    | 'isFollowedByMembers'
    | 'isOfOwner'
    | 'items'
    | 'parents'
    | 'photos'
    | 'postInterval'
    | 'notificationTypes'
    | 'asksByJoining'
    | 'checkQuota'
    | 'maxStaff'
    | 'membershipNotices'
    | 'onJoin'
    | 'onLeave'
    | 'onBan'
    | 'onAnswersEnd'
    | 'onOwnerless'
    | 'onParentDeleted'
    | 'notificationChoices'
    | 'pendingPath'
    | 'rules'
    | 'search'
  >,
): ContainerKind {
  // A scalar subquery, so that the planner always probes the primary key.
  const probe = (id: SQL, expression: SQL) => sql`
    (select ${expression} from containers c where c.type = ${sql.raw(`'${type}'`)} and c.id = ${id})`;
  const c = sql`c`;
  return {
    ...own,
    noun: type,
    path: (id) => itemPath(type, id)!,
    readable: (viewer, id) => probe(id, readableContainer(viewer, c)),
    isPublic: (id) => probe(id, isPublicContainer(c, sortKeyNow())),
    known: (viewer, id) => probe(id, knownContainer(viewer, c)),
    posting: (member, id) => probe(id, postingIn(member, c)),
    commentable: (member, id) => probe(id, commentableFor(member, c)),
    moderated: (member, id) => probe(id, hasRole(member, c)),
    cards: sql`
      select c.id, c.title, c.avatar from containers c where c.type = ${sql.raw(`'${type}'`)}`,
  };
}

/** The wall of a member: its row is the member, and nothing is copied. */
export const wallKind: ContainerKind = {
  noun: 'profile',
  editRole: roles.owner,
  speaksForItself: false,
  path: (id) => `/profile/${id}`,
  readable: (viewer, id) => visibleProfile(viewer, id),
  isPublic: isPublicProfile,
  known: (viewer, id) => visibleProfile(viewer, id),
  posting: (member, id) => sql`case when ${canPostOnWall(member, id)} then 'now' end`,
  commentable: () => sql`true`,
  moderated: (member, id) => sql`(${id} = ${member.id})`,
  cards: sql`select m.id, m.displayname as title, m.avatar from members m`,
};
