import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface StoryOptions {
  body?: string;
  audience?: 'everyone' | 'friends';
  kind?: 'photo' | 'video';
  /** Age of the story. */
  hoursAgo?: number;
}

/** Inserts a story without its file; returns its id. */
export async function addStory(
  owner: Member,
  { body = '', audience = 'friends', kind = 'photo', hoursAgo = 0 }: StoryOptions = {},
): Promise<number> {
  const isPhoto = kind === 'photo';
  const [row] = await db.execute<{ id: number }>(sql`
    with file as (
      insert into media (
        owner_id, kind, content_hash, mime_type, byte_length, width, height, variant_widths,
        placeholder, details
      )
      values (
        ${owner.id}, ${kind}, md5(random()::text), ${isPhoto ? 'image/webp' : 'video/mp4'}, 1, 900,
        1600, '{480}', '', ${isPhoto ? '{}' : '{"durationSeconds": 4}'}::jsonb
      )
      returning id
    )
    insert into stories (owner_id, media_id, body, audience, created_at)
    select ${owner.id}, id, ${body}, ${audience}, now() - ${hoursAgo} * interval '1 hour'
    from file
    returning id`);
  return row!.id;
}
