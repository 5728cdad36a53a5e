import { isModerator, type Member } from '#domains/policy/viewer.ts';

/** The author, the owner of the subject, and site moderators. */
export const mayDeleteComment = (
  member: Member,
  comment: { authorId: number; ownerIds: number[] },
): boolean =>
  comment.authorId === member.id || comment.ownerIds.includes(member.id) || isModerator(member);

export const mayEditComment = (member: Member, comment: { authorId: number }): boolean =>
  comment.authorId === member.id;

/** A comment needs text or a photo. */
export const commentProblem = (comment: { body: string; hasPhoto: boolean }): string | null =>
  comment.body.trim() === '' && !comment.hasPhoto ? 'Please write something.' : null;

/** The photo's page in the lightbox. */
export const commentPhotoPath = (commentId: number, photoId: number): string =>
  `/comments/${commentId}/photo/${photoId}`;
