import { isModerator, type Member } from '#domains/policy/viewer.ts';

/** Its author, whoever owns what it stands under, and site moderators. */
export const mayDeleteComment = (
  member: Member,
  comment: { authorId: number; ownerIds: number[] },
): boolean =>
  comment.authorId === member.id || comment.ownerIds.includes(member.id) || isModerator(member);

export const mayEditComment = (member: Member, comment: { authorId: number }): boolean =>
  comment.authorId === member.id;

/** A comment says something, or shows it. */
export const commentProblem = (comment: { body: string; hasPhoto: boolean }): string | null =>
  comment.body.trim() === '' && !comment.hasPhoto ? 'Please write something.' : null;

/** Where the photo of a comment is looked at. */
export const commentPhotoPath = (commentId: number, photoId: number): string =>
  `/comments/${commentId}/photo/${photoId}`;
