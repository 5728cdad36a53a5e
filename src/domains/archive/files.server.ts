import { visibleMessage } from '#domains/messages/visibility.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { contentFile } from '#server/media-files.ts';
import { sql } from '#server/sql.ts';
import { fileSql } from './export-references.server.ts';

export interface ArchivedFile {
  /** Path in the archive. */
  name: string;
  /** Path in the storage. */
  stored: string;
}

interface FileRow extends Record<string, unknown> {
  name: string;
  kind: 'photo' | 'video';
  hash: string;
}

/**
 * The member's pictures and videos except stories, the photos of messages that they see, and the
 * profile pictures. Names only: a few hundred bytes each.
 */
export async function listFiles(member: Member): Promise<ArchivedFile[]> {
  const media = await db.execute<FileRow>(sql`
    select ${fileSql('f')} as name, f.kind, f.content_hash as hash
    from media f
    where (
      f.owner_id = ${member.id}
        and f.state <> 'orphaned'
        and f.details ->> 'state' is null
        and not exists (select from stories s where s.media_id = f.id)
    )
      or f.id in (
        select attached.media_id
        from conversation_members cm
        join messages m on m.conversation_id = cm.conversation_id
        join message_photos attached on attached.message_id = m.id
        where cm.member_id = ${member.id}
          and ${visibleMessage(member)}
      )
    order by f.id`);
  const [pictures] = await db.execute<{ avatar: string | null; cover: string | null }>(
    sql`select avatar, cover from members where id = ${member.id}`,
  );
  return [
    ...(pictures?.avatar
      ? [{ name: 'files/profile-picture.webp', stored: `public/${pictures.avatar}` }]
      : []),
    ...(pictures?.cover ? [{ name: 'files/cover.webp', stored: `public/${pictures.cover}` }] : []),
    ...media.map(({ name, kind, hash }) => ({
      name,
      stored: contentFile(hash, kind === 'photo' ? 'original.webp' : 'video'),
    })),
  ];
}
