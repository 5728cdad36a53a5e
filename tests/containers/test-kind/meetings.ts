import { nextItemId } from '#domains/containers/container-items.server.ts';
import {
  containerContext,
  containerLabel,
  wallContext,
} from '#domains/containers/container-kinds.server.ts';
import {
  containerSubjectRows,
  moderatedContainer,
} from '#domains/containers/container-subject.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import type { Domain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { meetingsTable } from './meetings-table.ts';

const club = 'club' as ContainerType;

/** Search, notices, shares and reports name a meeting, and its club decides who finds it. */
export const meetingFields = {
  contexts: { [club]: containerContext(club) },
  subjects: {
    [club]: {
      rows: containerSubjectRows(club),
      label: containerLabel(club),
      // When it is read: a server without the kind loads this file, too.
      get moderated() {
        return moderatedContainer(club, 'club_meetings');
      },
      context: wallContext(club),
    },
  },
} satisfies Partial<Domain>;

/** A club is its own first meeting, until another is added. */
export async function createMeetingsTable(): Promise<void> {
  for (const statement of meetingsTable.split(';')) await db.execute(sql.raw(statement));
  await db.execute(sql`
    create function add_first_meeting() returns trigger
    language plpgsql as $$
    begin
      insert into club_meetings (id, wall_id, title) values (new.id, new.id, new.title);
      return null;
    end
    $$`);
  await db.execute(sql`
    create trigger containers_first_meeting
    after insert on containers
    for each row when (new.type = 'club')
    execute function add_first_meeting()`);
}

export const addMeeting = (wall: { id: number }, title: string, isOver = false): Promise<number> =>
  db.transaction(async (tx) => {
    const id = await nextItemId(tx);
    await tx.execute(sql`
      insert into club_meetings (id, wall_id, title, is_over)
      values (${id}, ${wall.id}, ${title}, ${isOver})`);
    return id;
  });

/** The club of a series has no meeting of its own number. */
export const removeFirstMeeting = ({ id }: { id: number }) =>
  db.execute(sql`delete from club_meetings where id = ${id}`);
