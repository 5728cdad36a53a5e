import type { Member } from '#domains/policy/viewer.ts';

/** Its author, whoever owns what it stands under, and site moderators. */
export const mayDeleteComment = (member: Member, comment: { authorId: number; ownerIds: number[] }): boolean =>
  comment.authorId === member.id || comment.ownerIds.includes(member.id) || member.role !== 'member';

export const mayEditComment = (member: Member, comment: { authorId: number }): boolean => comment.authorId === member.id;
