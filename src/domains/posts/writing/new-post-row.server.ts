import type { PictureRow } from '#domains/media/media.views.server.ts';
import { uploadedVideo } from '#domains/media/videos/video.rules.ts';
import type { VideoRow } from '#domains/media/videos/videos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { AttachmentRow, PostRow } from '#domains/posts/post-rows.server.ts';
import type { ResolvedTarget } from './post-target.server.ts';

/** Media to attach to a post. */
export interface NewAttachment {
  id: number;
  type: 'photo' | 'video';
  title?: string;
  /** Its own description. */
  body?: string;
  /** Null for a video without a poster. */
  picture: PictureRow | null;
  video?: VideoRow | null;
}

/** Fields that a new attachment does not have. */
export const bare = { mediaId: null, targetId: null, picture: null, video: null };

export const toAttachmentRow = (
  { id: mediaId, type, title = '', body = '', picture, video = null }: NewAttachment,
  id: number,
): AttachmentRow => ({
  ...bare,
  id,
  mediaId,
  type,
  title,
  body,
  picture,
  video,
  uri: '',
  videoType: type === 'video' ? uploadedVideo : null,
  videoUrl: null,
  preview: null,
});

/** The row of a new post, without reactions and comments. */
export function newRow(
  member: Member,
  written: { id: number; publishedAt: string },
  { target, ...input }: { type: string; body: string; target: ResolvedTarget },
): PostRow {
  const isOwnName = target.subjectType === 'member';
  return {
    ...written,
    ...input,
    authorId: member.id,
    subjectType: target.subjectType,
    subjectId: target.subjectId,
    objectType: target.type,
    objectId: target.id,
    audience: target.audience,
    wall: target.wall,
    isModerated: target.isModerated,
    isSystemPost: false,
    isOpenForComments: true,
    isPublic: target.isPublic,
    displayname: isOwnName ? member.displayname : target.wall!.title,
    username: isOwnName ? member.username : '',
    avatar: isOwnName ? member.avatar : target.wall!.avatar,
    writer: isOwnName ? null : { id: member.id, displayname: member.displayname },
    editedAt: null,
    feelingParent: null,
    feelingChild: null,
    canComment: true,
    isClosedByStaff: false,
    canShare: true,
    isPaid: false,
    sharedType: null,
    sharedId: null,
    albumId: null,
    item: null,
    counts: null,
    mine: null,
    isSaved: false,
    isMuted: false,
    isPinned: false,
    comments: 0,
    shares: 0,
    preview: null,
    attachments: null,
    tags: null,
    mentions: null,
    shared: null,
    sharedMedia: null,
    sharedContainer: null,
  };
}
