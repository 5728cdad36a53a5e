import type { LoadedDemoContainer } from '#domains/containers/container-demo.ts';
import type { Film } from './drawing/films.ts';

interface PostFilm {
  postId: number;
  author: number;
  time: Date;
  title: string;
}

/** Attaches a film to a post; sizes and placeholder are those of its still. */
export async function writeFilm(
  tx: LoadedDemoContainer['tx'],
  { poster, hash, byteLength, width, height, durationSeconds }: Film,
  { postId, author, time, title }: PostFilm,
): Promise<void> {
  const details = { durationSeconds, poster: { width: poster.width, height: poster.height } };
  await tx`
    with stored as (
      insert into media (
        owner_id, kind, content_hash, poster_hash, mime_type, byte_length, width, height,
        variant_widths, placeholder, alt, details, state, state_changed_at, created_at
      )
      values (
        ${author}, 'video', ${hash}, ${poster.hash}, 'video/mp4', ${byteLength}, ${width},
        ${height}, ${poster.widths}::int[], ${poster.placeholder}, ${poster.alt},
        ${JSON.stringify(details)}::text::jsonb, 'attached', ${time.toISOString()}::timestamptz,
        ${time.toISOString()}::timestamptz
      )
      returning id
    )
    insert into attachments (post_id, position, type, media_id, title, video_type)
    select ${postId}, 0, 'video', id, ${title}, 3
    from stored`;
}
