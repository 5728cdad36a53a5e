import { sortKeyOf } from '#domains/posts/sort-key.rules.ts';
import type { Photo } from '../drawing/files.ts';
import { toRow } from '../load/copy.ts';
import type { SeedMember } from '../people/members.ts';
import type { Comment, Reaction } from './answers.ts';
import type { Draft } from './compose.ts';
import type { ShownFilm, ShownPhoto } from './pictures.ts';

/** Rows of a batch of posts by table. */
export interface Batch {
  posts: string[];
  media: string[];
  attachments: string[];
  post_tags: string[];
  comments: string[];
  reactions: string[];
}

export const newBatch = (): Batch => ({
  posts: [],
  media: [],
  attachments: [],
  post_tags: [],
  comments: [],
  reactions: [],
});

export const columns: Record<keyof Batch | 'members' | 'member_settings' | 'friendships', string> =
  {
    members:
      'id, status, role, email, username, first_name, last_name, displayname, ' +
      'password_hash, avatar, cover, language, timezone, created_at, last_login_at',
    member_settings: 'member_id, profile_audience',
    friendships: 'member_id, friend_id, since',
    posts:
      'id, author_id, type, subject_id, object_id, body, audience, published_at, ' +
      'edited_at, feeling_parent, feeling_child, can_comment, can_share, shared_type, ' +
      'shared_id, attachment_count, tag_count',
    media:
      'id, owner_id, kind, content_hash, poster_hash, mime_type, byte_length, width, ' +
      'height, variant_widths, placeholder, alt, details, state, state_changed_at, ' +
      'created_at',
    attachments:
      'id, post_id, post_sort_key, object_type, object_id, position, type, media_id, title, ' +
      'body, uri, preview',
    post_tags: 'post_id, member_id, position',
    comments: 'id, subject_type, subject_id, author_id, parent_id, body, created_at',
    reactions: 'subject_type, subject_id, member_id, kind, created_at',
  };

export function memberRow(member: SeedMember, passwordHash: string): string {
  const { id, email, username, firstName, lastName, displayname, avatar, cover, timezone } = member;
  return toRow([
    id,
    'active',
    'member',
    email,
    username,
    firstName,
    lastName,
    displayname,
    passwordHash,
    avatar,
    cover,
    'en',
    timezone,
    new Date(member.joinedAt),
    new Date(member.lastLoginAt),
  ]);
}

/**
 * Most profiles are public, as those of the first two; the others are for members (no row) or
 * friends.
 */
export function settingsRows({ id }: SeedMember): string[] {
  if (id <= 2 || id % 4) return [toRow([id, 'everyone'])];
  return id % 8 ? [] : [toRow([id, 'friends'])];
}

export interface WrittenPost {
  id: number;
  author: number;
  time: number;
  draft: Draft;
  type: string;
  sharedId: number | null;
  editedAt: number | null;
  canComment: boolean;
  canShare: boolean;
}

/** File columns of a photo or film. */
interface StoredFile extends Photo {
  kind: 'photo' | 'video';
  mimeType: string;
  posterHash?: string;
  details?: object;
}

const photoFile = ({ photo }: ShownPhoto): StoredFile => ({
  ...photo,
  kind: 'photo',
  mimeType: 'image/webp',
});

/** Sizes and placeholder are those of its still. */
function filmFile({
  film: { poster, hash, byteLength, width, height, durationSeconds },
}: ShownFilm): StoredFile {
  const details = { durationSeconds, poster: { width: poster.width, height: poster.height } };
  return {
    ...poster,
    kind: 'video',
    mimeType: 'video/mp4',
    hash,
    posterHash: poster.hash,
    byteLength,
    width,
    height,
    details,
  };
}

export function createRowWriter() {
  let mediaId = 0;
  let attachmentId = 0;
  let commentId = 0;

  function mediaRow(batch: Batch, { author, time }: WrittenPost, file: StoredFile): number {
    const {
      kind,
      hash,
      posterHash = null,
      mimeType,
      byteLength,
      width,
      height,
      widths,
      placeholder,
      alt,
      details = {},
    } = file;
    const date = new Date(time);
    batch.media.push(
      toRow([
        ++mediaId,
        author + 1,
        kind,
        hash,
        posterHash,
        mimeType,
        byteLength,
        width,
        height,
        `{${widths.join()}}`,
        placeholder,
        alt,
        JSON.stringify(details),
        'attached',
        date,
        date,
      ]),
    );
    return mediaId;
  }

  return {
    post(batch: Batch, post: WrittenPost) {
      const { id, author, time, draft, type, sharedId, editedAt, canComment, canShare } = post;
      const { body, audience, feeling, photos, film, link, tagged } = draft;
      const sortKey = sortKeyOf(id, new Date(time));
      photos.forEach((shown, position) =>
        batch.attachments.push(
          toRow([
            ++attachmentId,
            id,
            sortKey,
            'member',
            author + 1,
            position,
            'photo',
            mediaRow(batch, post, photoFile(shown)),
            '',
            '',
            '',
            null,
          ]),
        ),
      );
      if (film)
        batch.attachments.push(
          toRow([
            ++attachmentId,
            id,
            sortKey,
            'member',
            author + 1,
            0,
            'video',
            mediaRow(batch, post, filmFile(film)),
            '',
            '',
            '',
            null,
          ]),
        );
      if (link) {
        const { uri, title, description, siteName, picture } = link;
        const media = picture ? mediaRow(batch, post, photoFile(picture)) : null;
        const image = picture && {
          image: { mediaId, width: picture.photo.width, height: picture.photo.height },
        };
        batch.attachments.push(
          toRow([
            ++attachmentId,
            id,
            sortKey,
            'member',
            author + 1,
            0,
            'link',
            media,
            title,
            description,
            uri,
            JSON.stringify({ siteName, title, description, ...image }),
          ]),
        );
      }
      tagged.forEach((member, position) => batch.post_tags.push(toRow([id, member + 1, position])));
      batch.posts.push(
        toRow([
          id,
          author + 1,
          type,
          author + 1,
          author + 1,
          body,
          audience,
          new Date(time),
          editedAt === null ? null : new Date(editedAt),
          feeling?.parent ?? null,
          feeling?.child ?? null,
          canComment,
          canShare,
          sharedId === null ? null : 'post',
          sharedId,
          photos.length + (film ? 1 : 0) + (link ? 1 : 0),
          tagged.length,
        ]),
      );
    },
    reactions(batch: Batch, subject: 'post' | 'post_comment', id: number, reactions: Reaction[]) {
      for (const { member, kind, time } of reactions)
        batch.reactions.push(toRow([subject, id, member + 1, kind, new Date(time)]));
    },
    comment(batch: Batch, postId: number, comment: Comment) {
      comment.id = ++commentId;
      batch.comments.push(
        toRow([
          comment.id,
          'post',
          postId,
          comment.author + 1,
          comment.parent?.id ?? null,
          comment.body,
          new Date(comment.time),
        ]),
      );
    },
  };
}
