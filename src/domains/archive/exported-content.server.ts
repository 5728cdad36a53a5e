import type { SQL } from 'drizzle-orm';
import { exportKey, wireTypeSql } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';
import { fileSql, itemSql, person } from './export-references.server.ts';

export const posts = (id: number): SQL => sql`
  select ${exportKey('p.id')} as key,
    json_build_object(
      'id', p.id, 'type', p.type, 'body', p.body, 'audience', p.audience, 'published',
      p.published_at, 'edited', p.edited_at, 'feeling',
      case
        when p.feeling_parent is not null then json_build_array(p.feeling_parent, p.feeling_child)
      end,
      'shares', p.shared_id, 'item', p.item_id, 'album', p.album_id, 'friend',
      case
        when p.friend_id is not null then (
          select json_build_object('id', f.id, 'name', f.displayname)
          from members f
          where f.id = p.friend_id
        )
      end,
      'wall', ${itemSql('p.object_type', 'p.object_id')}, 'in_the_name_of',
      case when p.subject_type <> 'member' then ${itemSql('p.subject_type', 'p.subject_id')} end,
      'can_comment', p.can_comment, 'can_share', p.can_share, 'is_paid', p.is_paid, 'with',
      (
        select json_agg(${person('t.member_id')} order by t.position)
        from post_tags t
        where t.post_id = p.id
      ),
      'attachments',
      (
        select json_agg(
          json_build_object(
            'type', ${wireTypeSql('a.type')}, 'file',
            case when f.id is not null then ${fileSql('f')} end, 'alt', f.alt, 'title', a.title,
            'text', a.body, 'link', nullif(a.uri, ''), 'video', a.video_url
          )
          order by a.position
        )
        from attachments a
        left join media f on f.id = a.media_id and f.owner_id = p.author_id
        where a.post_id = p.id
      )
    ) as item
  from posts p
  where p.author_id = ${id}`;

export const scheduled = (id: number): SQL => sql`
  select ${exportKey('p.id')} as key,
    json_build_object(
      'wall',
      case
        when p.target_type is null then ${itemSql(`'member'`, 'p.author_id')}
        else ${itemSql('p.target_type', 'p.target_id')}
      end,
      'in_the_name_of',
      case when p.is_in_its_name then ${itemSql('p.target_type', 'p.target_id')} end,
      'body', p.body, 'audience', p.audience, 'is_paid', p.is_paid, 'publish_at', p.publish_at, 'link', nullif(p.uri, ''),
      'feeling',
      case
        when p.feeling_parent is not null then json_build_array(p.feeling_parent, p.feeling_child)
      end,
      'attachments',
      (
        select json_agg(
          json_build_object(
            'type', ${wireTypeSql('f.kind')}, 'file',
            ${fileSql('f')}, 'alt', f.alt, 'title', s.title, 'text', s.body
          )
          order by s.position
        )
        from scheduled_media s
        join media f on f.id = s.media_id
        where s.schedule_id = p.id
      )
    ) as item
  from scheduled_posts p
  where p.author_id = ${id}`;

/** Posts that wait for the staff of a page, group or event. */
export const pending = (id: number): SQL => sql`
  select ${exportKey('p.id')} as key,
    json_build_object(
      'container', ${itemSql('p.target_type', 'p.target_id')},
      'body', p.body, 'is_paid', p.is_paid, 'sent', p.created_at, 'link', nullif(p.uri, ''), 'attachments',
      (
        select json_agg(
          json_build_object(
            'type', ${wireTypeSql('f.kind')}, 'file', ${fileSql('f')}, 'alt', f.alt, 'title',
            s.title, 'text', s.body
          )
          order by s.position
        )
        from pending_media s
        join media f on f.id = s.media_id
        where s.pending_id = p.id
      )
    ) as item
  from pending_posts p
  where p.author_id = ${id}`;

/** The photos on the wall are those of the posts. */
export const albums = (id: number): SQL => sql`
  select ${exportKey('b.id')} as key,
    json_build_object(
      'id', b.id, 'type', b.type, 'title', b.title, 'description', b.description, 'audience',
      b.audience, 'comment_audience', b.comment_audience, 'is_listed', b.is_listed, 'made',
      b.created_at, 'photos',
      (
        select json_agg(
          json_build_object(
            'file', ${fileSql('f')}, 'title', h.title, 'caption', h.caption, 'alt', f.alt,
            'is_cover', h.is_cover
          )
          order by h.position, h.media_id
        )
        from album_photos h
        join media f on f.id = h.media_id
        where h.album_id = b.id
      )
    ) as item
  from albums b
  where b.owner_id = ${id} and b.container_id is null`;

/** Albums that the member made in pages, groups and events or that stand in own ones. */
export const containerAlbums = (id: number): SQL => sql`
  select ${exportKey('b.id')} as key,
    json_build_object(
      'id', b.id, 'container',
      ${itemSql('b.container_type', 'b.container_id')}, 'type',
      b.type, 'title', b.title, 'description', b.description, 'made', b.created_at, 'own_photos',
      (
        select json_agg(
          json_build_object(
            'file', ${fileSql('f')}, 'title', h.title, 'caption', h.caption, 'alt', f.alt,
            'is_cover', h.is_cover
          )
          order by h.position, h.media_id
        )
        from album_photos h
        join media f on f.id = h.media_id and f.owner_id = ${id}
        where h.album_id = b.id
      )
    ) as item
  from albums b
  where b.id in (
    select own.id from albums own where own.owner_id = ${id} and own.container_id is not null
    union
    select ca.id
    from containers c
    join albums ca on ca.container_type = c.type and ca.container_id = c.id
    where c.owner_id = ${id}
  )`;

export const comments = (id: number): SQL => sql`
  select ${exportKey('c.id')} as key,
    json_build_object(
      'id', c.id, 'on',
      ${itemSql('c.subject_type', 'c.subject_id')}, 'answers',
      c.parent_id, 'body', c.body, 'file',
      (select ${fileSql('f')} from media f where f.id = c.media_id and f.owner_id = c.author_id),
      'written', c.created_at, 'edited', c.edited_at
    ) as item
  from comments c
  where c.author_id = ${id}`;
