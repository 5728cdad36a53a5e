import type { ContainerItems } from '#domains/containers/container-items.server.ts';
import { sql } from '#server/sql.ts';

/** As its migration would. */
export const clubsTable = `
  create table clubs (
    id bigint primary key, type text generated always as ('club') stored,
    motto text not null default '',
    foreign key (type, id) references containers on delete cascade
  )`;

/** Meetings of a club, which have numbers, titles and addresses of their own. */
export const meetings: ContainerItems = {
  table: 'club_meetings',
  title: (i) => sql`${i}.title`,
  words: (i) => sql`${i}.words`,
  isListed: (i) => sql`not ${i}.is_over`,
  order: (i) => sql`${i}.is_over, ${i}.id`,
};

/** As its migration would. */
export const meetingsTable = `
  create table club_meetings (
    id bigint primary key, wall_id bigint not null, is_over boolean not null default false,
    title text not null, description text not null default '',
    type text generated always as ('club') stored,
    words tsvector generated always as (to_tsvector('simple', folded(title))) stored,
    foreign key (type, wall_id) references containers on delete cascade
  );
  create index on club_meetings (wall_id)`;
