import type {
  ContainerRow,
  NamedItem,
  NamedRow,
} from '#domains/containers/container-rows.server.ts';
import type { Action } from '#domains/containers/kit/container-screens.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';

/** A word below a name in the list. */
export interface TileFact {
  text: string;
  isStrong?: boolean;
  href?: string;
}

/** A container in the list. */
interface ListedRow extends ContainerRow {
  description: string;
}

/** A container by its name and picture. */
export type NamedContainer = Pick<NamedRow, 'itemId' | 'title' | 'avatar' | 'memberCount'> & {
  /** Below its name; by default the number of its members. */
  note?: string | undefined;
};

export type CategoryOption = [id: number, label: string, count?: number];

interface ListQuery {
  texts: Record<string, string>;
  /** 0: all. */
  categoryId: number;
  order: string;
  scope: string;
  page: number;
  limit: number;
}

/** One of the lists of a kind, a tab of its own. */
interface BrowseTab {
  tab: string;
  title: string;
  /** Chooses the containers in `list` of the kind. */
  scope: string;
  /** Lists what the viewer owns: also what moderators removed. */
  isOwn?: boolean;
  emptyText: string;
  /** For visitors, if they read it. */
  publicEmptyText?: string;
}

/** The lists of a kind of container. */
export interface BrowseKind<Row extends ListedRow = ListedRow> {
  /** Names the tabs: 'Groups'. */
  label: string;
  /** Begins the description for search engines. */
  summary: string;
  icon: 'people' | 'flag' | 'calendar';
  /** By their addresses; the first is the one that visitors read. */
  lists: Record<string, BrowseTab>;
  /** Labels of other screens beside them by their addresses, such as a calendar; visitors read them. */
  views?: Record<string, string>;
  create: { label: string; href: string };
  /** Address of what visitors read of it as a calendar. */
  calendarPath?: string;
  /** Labels of the orders by their names; the first is the default. */
  orders: Record<string, string>;
  /** Labels of the texts to search by their names. */
  texts: Record<string, string>;
  list(viewer: Viewer, query: ListQuery): Promise<{ total: number; rows: Array<Row & NamedItem> }>;
  suggest?(viewer: Member): Promise<Array<Row & NamedItem>>;
  /** Suggested in the right column of other screens. */
  beside?: { title: string; list(viewer: Member): Promise<NamedContainer[]> };
  listCategories(viewer: Viewer): Promise<CategoryOption[]>;
  tile(row: Row, viewer: Viewer): TileFact[];
  /** A date on its cover. */
  badge?(row: Row): { month: string; day: string };
  /** Some people of each by its item; by default members by the container. */
  listFaces?(
    viewer: Viewer,
    rows: Array<Row & NamedItem>,
    limit: number,
  ): Promise<Map<number, MemberCard[]>>;
  /** The state of a viewer who belongs to it; by default that they joined. */
  stateText?(row: Row): string;
  /** Buttons with which the viewer gets in; by default those of its screen. */
  waysIn?(row: Row & NamedItem): Action[];
  /** The first of the viewer's own, for the column beside other lists; with a list that `isOwn`. */
  listOwn?(viewer: Member, limit: number): Promise<NamedContainer[]>;
}
