import { postgresAt } from '#server/postgres-at.ts';
import { addCrowd } from './member.ts';
import type { TestServer } from './server.ts';

/**
 * Friends 'Person No 01' to 'Person No {size}' of this member with a story each, whose files never
 * existed; the last one's is the newest.
 */
export async function addStoryCrowd(
  server: Pick<TestServer, 'databaseUrl'>,
  member: { id: number },
  size: number,
): Promise<void> {
  const crowd = await addCrowd(server, size);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`
    with people as (
      select id, position
      from unnest(${crowd}::bigint[]) with ordinality as crowd (id, position)
    ),
      friends as (
        insert into friendships (member_id, friend_id)
        select ${member.id}::bigint, id
        from people
        union all
        select id, ${member.id}::bigint
        from people
      ),
      files as (
        insert into media (
          owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
          placeholder
        )
        select id, 'photo', md5(id::text), 'image/webp', 1, 900, 1600, '{480}', ''
        from people
        returning id, owner_id
      )
    insert into stories (owner_id, media_id, audience)
    select owner_id, files.id, 'friends'
    from files
    order by owner_id`;
  await sql.end();
}
