import type { DriverTransaction } from '#server/postgres-at.ts';

/**
 * A container of the demo community (demo/containers.ts), as its kind describes it. Times are
 * shares of the history of the site, from 0 to 1; names of pictures are those of `demo/drawing`.
 */
export interface DemoContainer {
  slug: string;
  title: string;
  /** The sign on its picture, and the colour behind it. */
  logo: string;
  colour: string;
  /** The scene on its cover. */
  cover: string;
  /** The id of one of the two members with a known password; otherwise a random member. */
  owner?: 1 | 2;
  since: number;
  /** Share of the members who have joined. */
  joined: number;
  /** The two members with a known password; chance decides about those who are absent here. */
  known?: { 1?: KnownMember; 2?: KnownMember };
  /** Beside the names of its admin and its moderator. */
  staffTitles?: [admin: string, moderator: string];
  /** Members who wait for approval. */
  requests?: number;
  joinQuestions?: string[];
  /** One list per waiting member, by question. */
  answers?: string[][];
  /** Members whom the owner has invited. */
  invited?: number;
  bans?: DemoBan[];
  albums?: DemoAlbum[];
  /** Columns of `containers` that differ from their defaults. */
  settings?: {
    state?: 'draft' | 'archived';
    visibility?: 'registered' | 'members';
    is_listed?: boolean;
    join_policy?: 'approval' | 'invitation';
    post_policy?: 'approval' | 'staff';
    comment_policy?: 'members';
  };
  posts: DemoPost[];
}

/** The part that a member with a known password has in it. */
export type KnownMember = 'moderator' | 'member' | 'requested' | 'invited' | 'none';

export interface DemoBan {
  reason: string;
  /** Days from now until it ends; absent: for good. */
  days?: number;
}

export interface DemoAlbum {
  title: string;
  description: string;
  scenes: string[];
  captions: string[];
}

export interface DemoPost {
  text: string;
  /** By a member without a role; otherwise by the staff. */
  isByMember?: true;
  isPinned?: true;
  scenes?: string[];
  /** A video instead of photos. */
  film?: { scene: string; title: string };
  comments?: string[];
}

/** A container of the demo community and its people, once it has been loaded. */
export interface LoadedDemoContainer<Container extends DemoContainer = DemoContainer> {
  tx: DriverTransaction;
  id: number;
  container: Container;
  createdAt: Date;
  now: Date;
  /** Ids of members who are not on its staff, in random order. */
  memberIds: number[];
}

/** The containers of one kind in the demo community; src/app/container-demos.ts lists them. */
export interface ContainerDemo<Container extends DemoContainer = DemoContainer> {
  /** The name of the kind. */
  type: string;
  /** Its staff writes in its name, as the kind itself says. */
  speaksForItself: boolean;
  /** Its containers have names in addresses, and followers who are no members. */
  isPublication: boolean;
  /** The table of its items, whose numbers are those of containers (`nextItemId`). */
  itemTable?: string;
  containers: Container[];
  /** Writes the details that the kind adds; runs before anybody joins. */
  writeDetails(loaded: LoadedDemoContainer<Container>): Promise<void>;
  /** Runs when members, posts and numbers exist. */
  finish(loaded: LoadedDemoContainer<Container>): Promise<void>;
}
