import type { z } from 'zod';
import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { subjectOf } from '#domains/reactions/subject-of.server.ts';
import { originFor } from '#server/base-url.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';
import type { PictureKind } from '#server/pictures/task.ts';
import type { FileRules } from '#server/uploads/uploads.ts';
import { commentProblem } from './comments.rules.ts';
import type { Comment, commentInput } from './comments.schema.ts';
import { addComment, checkOpen } from './comments.server.ts';

/** One picture; native clients name it as they do in posts. */
export const commentFiles: FileRules = {
  fields: /^(photo|filedata)0?$/,
  takes: 'pictures',
  most: 1,
};

/** A comment or a reply, with a photo or without. */
export async function publishComment(
  member: Member,
  input: z.output<typeof commentInput>,
  request: UploadRequest,
): Promise<Comment> {
  const { body, comment_id, alt, send_notification, ...named } = input;
  const subject = subjectOf(named);
  const origin = originFor(request);
  const draft = {
    body,
    isSilent: send_notification === 0,
    ...(comment_id === undefined ? {} : { answers: comment_id }),
  };
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
