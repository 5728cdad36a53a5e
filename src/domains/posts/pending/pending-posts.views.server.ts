import { imageView, videoAddress, type PictureRow } from '#domains/media/media.views.server.ts';
import { userLiteView, type MemberCard } from '#domains/members/members.views.server.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { PendingCreated, PendingPost } from './pending-posts.schema.ts';

export interface PendingRow {
  id: number;
  type: ContainerType;
  targetId: number;
  body: string;
  uri: string;
  version: number;
  createdAt: string;
  author: MemberCard;
  media: Array<{ kind: 'photo' | 'video'; picture: PictureRow }> | null;
}

export const pendingView = ({ author, ...row }: PendingRow, origin: string): PendingPost => ({
  pending_id: Number(row.id),
  object_type: toWireType(row.type),
  object_id: Number(row.targetId),
  author: userLiteView(author, origin),
  body: row.body,
  uri: row.uri,
  version: row.version,
  creation_date: toWireTime(row.createdAt),
  attachment: (row.media ?? []).map(({ kind, picture }) => ({
    type: kind,
    src: kind === 'video' ? videoAddress(picture.id, origin) : imageView(picture, 640, origin).src,
    alt: picture.alt,
  })),
});

/** The answer to a post that waits for approval. */
export const pendingCreatedView = (id: number): PendingCreated => ({ pending: 1, pending_id: id });
