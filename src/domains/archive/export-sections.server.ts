import type { SQL } from 'drizzle-orm';
import { personColumns, visibleMessage } from '#domains/messages/visibility.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { entriesOf } from '#server/domain.ts';
import {
  exportKey,
  wireTypeSql,
  type ExportedSettings,
  type ExportRows,
} from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /** Files of a member's archive by name, such as `memberships.json`. */
    exportSections?: Record<string, ExportRows>;
    /** Tables of choices with a column `member_id`, for `settings.json`. */
    exportedSettings?: Record<string, ExportedSettings>;
  }
}

/** One JSON file of the archive: a list of the member's items or choices. */
export interface ExportSection {
  name: string;
  /** Selects `key` (unique, the reading order) and `item`. */
  rows: SQL;
}

const person = (id: string) =>
  sql.raw(
    `(select json_build_object('id', p.id, 'name', p.displayname) from members p where p.id = ${id})`,
  );
/** Path of the photo or video file in the archive. */
export const fileSql = (media: string) =>
  sql.raw(`
    'files/' || ${media}.id || case
      when ${media}.kind = 'photo' then '.webp'
      when ${media}.mime_type = 'video/webm' then '.webm'
      when ${media}.mime_type = 'video/quicktime' then '.mov'
      else '.mp4'
    end`);

/** A reference to an item by the columns of its type and id. */
const itemSql = (type: string, id: string): SQL =>
  sql`json_build_object('type', ${wireTypeSql(type)}, 'id', ${sql.raw(id)})`;

const profile = (id: number): SQL => sql`
  select '1' as key,
    json_build_object(
      'id', m.id, 'username', m.username, 'first_name', m.first_name, 'last_name', m.last_name,
      'email', m.email, 'language', m.language, 'timezone', m.timezone, 'joined', m.created_at,
      'last_seen', m.last_seen_on,
      'picture', case when m.avatar is not null then 'files/profile-picture.webp' end, 'cover',
      case when m.cover is not null then 'files/cover.webp' end, 'details',
      to_jsonb(d) - 'member_id'
    ) as item
  from members m
  left join profile_details d on d.member_id = m.id
  where m.id = ${id}`;

/** Choices in tables of domains that declare none themselves. */
const ownSettings: Record<string, ExportedSettings> = {
  member_settings: {
    key: `''`,
    columns: [
      'profile_audience',
      'friends_audience',
      'is_indexed',
      'is_findable',
      'friend_requests_from',
      'messages_from',
      'wall_posts_from',
      'shows_typing',
      'shows_read_receipts',
      'autoplays_videos',
      'hides_invite_banner',
      'hidden_activity_types',
    ],
  },
  notification_preferences: { key: 't.type', columns: ['type', 'in_app', 'email', 'push'] },
  notification_settings: {
    key: `''`,
    columns: ['is_push_on', 'quiet_from', 'quiet_to', 'paused_until'],
  },
  notification_mutes: {
    key: 't.context_type || t.context_id',
    columns: ['context_type', 'context_id', 'muted_at'],
  },
  story_mutes: { key: 't.owner_id', columns: ['owner_id'] },
  dismissed_suggestions: { key: 't.dismissed_id', columns: ['dismissed_id'] },
  hidden_items: { key: 't.type || t.item_id', columns: ['type', 'item_id', 'created_at'] },
};

/** Every table of settings with the columns that the archive has. */
export const exportedSettings = (): ReadonlyMap<string, ExportedSettings> =>
  new Map([...Object.entries(ownSettings), ...entriesOf('exportedSettings')]);

/** All choices of the member, from every table of settings. */
const settings = (id: number): SQL =>
  sql.join(
    [...exportedSettings()].map(([table, { key, columns }]) => {
      const pairs = columns.map((column) => `'${column}', t.${column}`).join(', ');
      return sql`
        select ${sql.raw(`'${table} ' || ${key}`)},
          json_build_object(
            'of', ${sql.raw(`'${table}'`)}, 'chosen', json_build_object(${sql.raw(pairs)})
          )
        from ${sql.identifier(table)} t
        where t.member_id = ${id}`;
    }),
    sql` union all `,
  );

const posts = (id: number): SQL => sql`
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
      'can_comment', p.can_comment, 'can_share', p.can_share, 'with',
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

const scheduled = (id: number): SQL => sql`
  select ${exportKey('p.id')} as key,
    json_build_object(
      'wall',
      case
        when p.target_type is null then ${itemSql(`'member'`, 'p.author_id')}
        else ${itemSql('p.target_type', 'p.target_id')}
      end,
      'in_the_name_of',
      case when p.is_in_its_name then ${itemSql('p.target_type', 'p.target_id')} end,
      'body', p.body, 'audience', p.audience, 'publish_at', p.publish_at, 'link', nullif(p.uri, ''),
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
const pending = (id: number): SQL => sql`
  select ${exportKey('p.id')} as key,
    json_build_object(
      'container', ${itemSql('p.target_type', 'p.target_id')},
      'body', p.body, 'sent', p.created_at, 'link', nullif(p.uri, ''), 'attachments',
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
const albums = (id: number): SQL => sql`
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
const containerAlbums = (id: number): SQL => sql`
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

const comments = (id: number): SQL => sql`
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

const reactions = (id: number): SQL => sql`
  select ${wireTypeSql('r.subject_type')} || '/' || ${exportKey('r.subject_id')} as key,
    json_build_object(
      'on', ${itemSql('r.subject_type', 'r.subject_id')},
      'reaction', r.kind, 'given', r.created_at
    ) as item
  from reactions r
  where r.member_id = ${id}`;

const friends = (id: number): SQL => sql`
  select ${exportKey('f.friend_id')} as key,
    json_build_object('friend', ${person('f.friend_id')}, 'since', f.since) as item
  from friendships f
  where f.member_id = ${id}`;

const requests = (id: number): SQL => sql`
  select ${exportKey('r.id')} as key,
    json_build_object('to', ${person('r.recipient_id')}, 'sent', r.created_at) as item
  from friend_requests r
  where r.sender_id = ${id}`;

/** All messages that the member can read in their conversations, with the names shown there. */
const messages = (member: Member): SQL => sql`
  select ${exportKey('m.id')} as key,
    json_build_object(
      'conversation', m.conversation_id, 'title', c.title, 'from',
      (
        select case
          when p.availability = 'available'
            then json_build_object('id', p.id, 'name', p.displayname)
        end
        from (select ${personColumns(member)} from members p where p.id = m.author_id) p
      ),
      'is_mine', coalesce(m.author_id = ${member.id}, false), 'body', m.body, 'sent', m.created_at,
      'photos',
      (
        select json_agg(
          json_build_object('file', ${fileSql('f')}, 'alt', f.alt) order by h.position
        )
        from message_photos h
        join media f on f.id = h.media_id
        where h.message_id = m.id
      )
    ) as item
  from conversation_members cm
  join conversations c on c.id = cm.conversation_id
  join messages m on m.conversation_id = cm.conversation_id
  where cm.member_id = ${member.id} and ${visibleMessage(member)}`;

const notifications = (id: number): SQL => sql`
  select ${exportKey('n.id')} as key,
    json_build_object(
      'type', n.type, 'about', json_build_object('type', n.subject_type, 'id', n.subject_id), 'at',
      n.updated_at, 'read', n.read_at
    ) as item
  from notifications n
  where n.recipient_id = ${id} and n.deleted_at is null`;

const saved = (id: number): SQL =>
  sql`
    select ${exportKey('s.post_id')} as key,
      json_build_object('post', s.post_id, 'saved', s.saved_at) as item
    from saved_posts s
    where s.member_id = ${id}`;

const blocked = (id: number): SQL => sql`
  select ${exportKey('b.blocked_id')} as key,
    json_build_object('member', ${person('b.blocked_id')}, 'since', b.created_at) as item
  from blocks b
  where b.blocker_id = ${id}`;

const reports = (id: number): SQL => sql`
  select ${exportKey('r.id')} as key,
    json_build_object(
      'on', ${itemSql('r.subject_type', 'r.subject_id')},
      'category', r.category, 'description', r.description, 'sent', r.created_at
    ) as item
  from reports r
  where r.reporter_id = ${id}`;

/** Sessions of the member with their devices. */
const devices = (id: number): SQL => sql`
  select 'session ' || ${exportKey('s.id')} as key,
    json_build_object(
      'device', s.device, 'address', s.address, 'logged_in', s.created_at, 'last_used',
      s.last_used_at
    ) as item
  from sessions s
  where s.member_id = ${id}
  union all
  select 'passkey ' || ${exportKey('k.id')},
    json_build_object('passkey', k.name, 'added', k.created_at, 'last_used', k.last_used_at)
  from passkeys k
  where k.member_id = ${id}`;

/**
 * No section contains mail addresses of others. Stories are left out: they end after a day, while
 * an archive stays for a week.
 */
export const exportSections = (member: Member): ExportSection[] => [
  { name: 'profile.json', rows: profile(member.id) },
  { name: 'settings.json', rows: settings(member.id) },
  { name: 'posts.json', rows: posts(member.id) },
  { name: 'scheduled-posts.json', rows: scheduled(member.id) },
  { name: 'pending-posts.json', rows: pending(member.id) },
  { name: 'albums.json', rows: albums(member.id) },
  { name: 'container-albums.json', rows: containerAlbums(member.id) },
  { name: 'comments.json', rows: comments(member.id) },
  { name: 'reactions.json', rows: reactions(member.id) },
  { name: 'friends.json', rows: friends(member.id) },
  { name: 'friend-requests.json', rows: requests(member.id) },
  { name: 'messages.json', rows: messages(member) },
  { name: 'notifications.json', rows: notifications(member.id) },
  { name: 'saved-posts.json', rows: saved(member.id) },
  { name: 'blocked.json', rows: blocked(member.id) },
  ...[...entriesOf('exportSections')].map(([name, rows]) => ({ name, rows: rows(member.id) })),
  { name: 'reports.json', rows: reports(member.id) },
  { name: 'devices.json', rows: devices(member.id) },
];
