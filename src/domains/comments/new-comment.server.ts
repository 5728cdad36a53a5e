import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import { commentProblem } from './comments.rules.ts';
import type { Comment } from './comments.schema.ts';
import { addComment, checkOpen, type CommentDraft, type Subject } from './comments.server.ts';

/** One picture; native clients name it as they do in posts. */
export const commentFiles: FileRules = {
  fields: /^(photo|filedata)0?$/,
  takes: 'pictures',
  most: 1,
};

export interface NewComment extends Pick<CommentDraft, 'body' | 'answers' | 'isSilent'> {
  /** Describes the photo. */
  alt?: string | undefined;
}

/** A comment or a reply, with a photo or without. */
export async function publishComment(
  member: Member,
  subject: Subject,
  { body, answers, alt, isSilent }: NewComment,
  request: UploadRequest,
): Promise<Comment> {
  const origin = originFor(request);
  const draft = { body, isSilent, ...(answers === undefined ? {} : { answers }) };
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
  // What was sent before is not decoded again, and nothing is for a comment that cannot be written.
  const before = await findStoredResponse<Comment>(request.creation);
  if (before) return before;
  await checkOpen(member, subject);
  const photos = await storePhotos(
    [{ path: file.path, kind: file.kind as PictureKind, alt }],
    request.folder,
  );
  return withIdempotencyKey(request.creation, async (tx) => {
    const [photo] = await addPhotos(tx, member.id, photos);
    return addComment(tx, member, subject, { ...draft, photo: photo! }, origin);
  });
}
