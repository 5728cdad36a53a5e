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
  /** Members who wait for approval. */
  requests?: number;
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

export interface DemoPost {
  text: string;
  /** In the name of a member; otherwise in the name of the container. */
  isByMember?: true;
  scenes?: string[];
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
  containers: Container[];
  /** Writes the details that the kind adds; runs before anybody joins. */
  writeDetails(loaded: LoadedDemoContainer<Container>): Promise<void>;
  /** Runs when members, posts and numbers exist. */
  finish(loaded: LoadedDemoContainer<Container>): Promise<void>;
}
