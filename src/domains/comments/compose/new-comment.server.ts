import { commentProblem } from '#domains/comments/comments.rules.ts';
import type { Comment } from '#domains/comments/comments.schema.ts';
import {
  addComment,
  checkCanComment,
  type CommentDraft,
  type Subject,
} from '#domains/comments/comments.server.ts';
import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import type { FileRules } from '#server/uploads/uploads.ts';

/** One picture; native clients use the field names of posts. */
export const commentFiles: FileRules = {
  fields: /^(photo|filedata)0?$/,
  takes: 'pictures',
  max: 1,
};

export interface NewComment extends Pick<CommentDraft, 'body' | 'replyToId' | 'isSilent'> {
  /** Alt text of the photo. */
  alt?: string | undefined;
}

/** A comment or a reply, with a photo or without. */
export async function publishComment(
  member: Member,
  subject: Subject,
  { body, replyToId, alt, isSilent }: NewComment,
  request: UploadRequest,
): Promise<Comment> {
  const origin = originFor(request);
  const draft = { body, isSilent, ...(replyToId === undefined ? {} : { replyToId }) };
  const [file] = request.files;
  const problem = commentProblem({ body, hasPhoto: file !== undefined });
  if (problem) throw invalid(problem, 'body');
  if (!file)
    return withIdempotencyKey(
      request.creation,
      (tx) => addComment(tx, member, subject, draft, origin),
      {
        isOneStatement: true,
      },
    );
  // Checks first, so that a repeated request or a forbidden comment decodes no picture.
  const before = await findStoredResponse<Comment>(request.creation);
  if (before) return before;
  await checkCanComment(member, subject);
  const photos = await storePhotos(
    [{ path: file.path, kind: file.kind as PictureKind, alt }],
    request.folder,
  );
  return withIdempotencyKey(request.creation, async (tx) => {
    const [photo] = await addPhotos(tx, member.id, photos);
    return addComment(tx, member, subject, { ...draft, photo: photo! }, origin);
  });
}
