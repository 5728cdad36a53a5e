import type { SQL } from 'drizzle-orm';
import { personColumns, visibleMessage } from '#domains/messages/visibility.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { entriesOf } from '#server/domain.ts';
import { exportKey, wireTypeSql, type ExportRows } from '#server/export-rows.ts';
import { sql } from '#server/sql.ts';
import { fileSql, itemSql, person } from './export-references.server.ts';
import {
  albums,
  comments,
  containerAlbums,
  pending,
  posts,
  scheduled,
} from './exported-content.server.ts';
import { settings } from './exported-settings.server.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /** Files of a member's archive by name, such as `memberships.json`. */
    exportSections?: Record<string, ExportRows>;
  }
}

/** One JSON file of the archive: a list of the member's items or choices. */
export interface ExportSection {
  name: string;
  /** Selects `key` (unique, the reading order) and `item`. */
  rows: SQL;
}

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
