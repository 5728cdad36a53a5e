import type { PictureRow } from '#domains/media/media.views.server.ts';
import { addPhotos, storePhotos } from '#domains/media/photos.server.ts';
import { photoFields, toPhotos } from '#domains/media/uploaded-photos.server.ts';
import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import { composeProblems, maxPhotos, messageProblem } from '#domains/messages/messages.rules.ts';
import type {
  ComposeFields,
  Conversation,
  ReplyFields,
} from '#domains/messages/messages.schema.ts';
import { checkRecipients, checkReply, compose, reply } from '#domains/messages/send.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { db, type Tx } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import type { UploadRequest } from '#server/handle.ts';
import { findStoredResponse, withIdempotencyKey } from '#server/idempotency.ts';

export const messageFiles = photoFields(maxPhotos);

interface MessageUpload<Answer> {
  alts: ReplyFields['alts'];
  /** Checks everything that can be refused before decoding pictures. */
  check: () => Promise<unknown>;
  write: (tx: Tx, photos: PictureRow[]) => Promise<Answer>;
}

/** Writes a message once per idempotency key, after its photos are stored. */
async function send<Answer>(
  member: Member,
  request: UploadRequest,
  { alts, check, write }: MessageUpload<Answer>,
): Promise<Answer> {
  const { creation, files, folder } = request;
  if (!files.length) return withIdempotencyKey(creation, (tx) => write(tx, []));
  // A repeated request is not decoded again.
  const stored = await findStoredResponse<Answer>(creation);
  if (stored) return stored;
  await check();
  const photos = await storePhotos(toPhotos(files, alts), folder);
  return withIdempotencyKey(creation, async (tx) =>
    write(tx, await addPhotos(tx, member.id, photos)),
  );
}

export async function publishReply(
  member: Member,
  { id, body, after, alts }: ReplyFields,
  request: UploadRequest,
): Promise<Conversation> {
  const problem = messageProblem({ body, photoCount: request.files.length });
  if (problem) throw invalid(problem, 'body');
  await send(member, request, {
    alts,
    check: () => checkReply(db, member, id),
    write: async (tx, photos) => ({ id: await reply(tx, member, id, { body, photos }) }),
  });
  return readConversation(member, id, { page: 1, after }, originFor(request));
}

export async function publishConversation(
  member: Member,
  { toValues: toIds, title, body, alts }: ComposeFields,
  request: UploadRequest,
): Promise<Conversation> {
  const { to, ...problems } = composeProblems({
    recipientCount: toIds.length,
    title,
    body,
    photoCount: request.files.length,
  });
  const all = { ...(to ? { toValues: to } : {}), ...problems };
  if (Object.keys(all).length) throw invalid(all);
  const { conversationId } = await send(member, request, {
    alts,
    check: () => checkRecipients(db, member, toIds),
    write: (tx, photos) => compose(tx, member, { toIds, title, body, photos }),
  });
  return readConversation(member, conversationId, { page: 1 }, originFor(request));
}
