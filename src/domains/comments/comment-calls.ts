import type { ReactorList } from '#domains/reactions/reactors.model.ts';
import type { CallOptions } from '#lib/calls.ts';
import type { CommentModel, CommentPage, PlainCommentModel } from './comments.model.ts';

/** A photo uploaded with a comment. */
export interface PhotoUpload {
  photo: File;
  alt: string;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Fields and options of a call that creates a comment, with or without a photo. */
export function withPhoto<Fields extends object>(
  fields: Fields,
  idempotencyKey: string,
  upload: PhotoUpload | undefined,
): [Fields & { photo?: File; alt?: string }, CallOptions] {
  if (!upload) return [fields, { idempotencyKey }];
  const { photo, alt, onProgress, signal } = upload;
  return [
    { ...fields, photo, ...(alt.trim() ? { alt } : {}) },
    { idempotencyKey, onProgress, signal },
  ];
}

/** The calls by which the owner of a subject lists and writes its comments. */
export interface CommentCalls {
  list(page: number): Promise<CommentPage>;
  listReplies(commentId: number, page: number): Promise<CommentPage>;
  create(
    body: string,
    parentId: number | undefined,
    idempotencyKey: string,
    upload?: PhotoUpload,
  ): Promise<CommentModel>;
  edit(commentId: number, body: string): Promise<PlainCommentModel>;
  remove(commentId: number): Promise<unknown>;
  like(commentId: number, isLiked: boolean): Promise<unknown>;
  listLikers(commentId: number, query: Parameters<ReactorList>[0]): ReturnType<ReactorList>;
  /** The same calls as forms, for use without script (lib/form-call.ts). */
  createCall(parentId?: number): string;
  likeCall(commentId: number, isLiked: boolean): string;
}
