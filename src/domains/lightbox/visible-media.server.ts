import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { sources, unionRows } from './attachment-sources.server.ts';

export interface ServedMedia {
  kind: 'photo' | 'video';
  contentHash: string;
  posterHash: string | null;
  mimeType: string;
  widths: number[];
  /** False while a video is being converted: the uploaded file may contain private metadata. */
  isReady: boolean;
}

interface FoundMedia extends ServedMedia, Record<string, unknown> {
  state: string;
  ownerId: number;
  /** The tables that name it. */
  tables: string[];
}

/** The file, whoever may see it, and where it is attached. */
async function findMedia(id: number): Promise<FoundMedia | undefined> {
  const tables = new Set([...sources().values()].flatMap((one) => one.tables));
  const naming = [...tables].map(
    (table) => sql`
      case when exists (select from ${sql.identifier(table)} where media_id = media.id)
        then ${table}::text end`,
  );
  const [found] = await db.execute<FoundMedia>(sql`
    select media.kind, media.content_hash as "contentHash", media.poster_hash as "posterHash",
      media.mime_type as "mimeType", media.variant_widths as widths,
      media.details ->> 'state' is null as "isReady", media.state, media.owner_id as "ownerId",
      array_remove(array[${sql.join(naming, sql`, `)}], null) as tables
    from media
    where media.id = ${id}`);
  return found;
}

/**
 * The files of a picture or video, if the viewer may see its object. Checked on every request, and
 * only with the rules of the objects that have the file: those of all take ten times as long.
 * A pending file is only for its owner; an orphaned one for nobody.
 */
export async function findVisibleMedia(
  viewer: Viewer,
  id: number,
): Promise<ServedMedia | undefined> {
  const found = await findMedia(id);
  if (!found) return;
  if (found.state === 'pending' && isMember(viewer) && found.ownerId === viewer.id) return found;
  const possible = [...sources().values()].filter(
    ({ tables }) => !tables.length || tables.some((table) => found.tables.includes(table)),
  );
  const [visible] = await db.execute(sql`
    select
    from (${unionRows(possible, viewer)}) attached
    where attached.media_id = ${id}
    limit 1`);
  return visible && found;
}
