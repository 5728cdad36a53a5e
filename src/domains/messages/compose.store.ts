import type { DraftPhoto, DraftTag } from '#domains/posts/composer/draft.rules.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '#lib/idempotency-keys.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { fieldsOf } from './message-photos.store.ts';
import { compose, findRecipients } from './messages.calls.ts';
import { composeProblems } from './messages.rules.ts';
import type { Conversation } from './messages.schema.ts';

/** What stands in the dialog. */
export interface MessageForm {
  to: DraftTag[];
  title: string;
  body: string;
}

export const emptyForm: MessageForm = { to: [], title: '', body: '' };

export type FieldName = keyof MessageForm;

/** What is missing, by field. */
export const problemsOf = (
  { to, title, body }: MessageForm,
  photoCount: number,
): Partial<Record<FieldName, string>> =>
  composeProblems({ recipientCount: to.length, title, body, photoCount });

export type PeopleFound =
  { kind: 'found'; people: DraftTag[] } | { kind: 'failed'; message: string } | null;

let latest: AbortController | undefined;

/** People whom the member may write to; null when a newer search has taken its place. */
export async function searchRecipients(search: string): Promise<PeopleFound> {
  latest?.abort();
  const mine = (latest = new AbortController());
  try {
    const found = await findRecipients({ search }, { signal: mine.signal });
    return mine === latest
      ? {
          kind: 'found',
          people: found.map(({ user_id: id, displayname: label, image_icon: image }) => ({
            id,
            label,
            image,
          })),
        }
      : null;
  } catch (error) {
    if (mine !== latest || (error instanceof RestError && error.code === 'aborted')) return null;
    return {
      kind: 'failed',
      message: error instanceof RestError ? error.message : 'People could not be searched.',
    };
  }
}

/** Of what takes a while: how far it is, and how it is called back. */
export interface SendingOptions {
  signal: AbortSignal;
  onProgress: (percent: number) => void;
}

/** Sends it; what was written stays in the dialog until it has arrived. */
export async function sendMessage(
  { to, title, body }: MessageForm,
  photos: DraftPhoto[] = [],
  progress?: SendingOptions,
): Promise<{ sent: Conversation } | { problem: string }> {
  const input = { toValues: to.map(({ id }) => id).join(), title: title.trim(), body: body.trim() };
  try {
    const files = await fieldsOf(photos);
    if (!files)
      throw new RestError(
        0,
        'lost',
        'A photo of this message is no longer on this device. Please add it again.',
      );
    const idempotencyKey = idempotencyKeyFor('new message', JSON.stringify([input, photos]));
    const sent = await compose(
      { ...input, ...files },
      { idempotencyKey, ...(photos.length ? progress : {}) },
    );
    clearIdempotencyKey('new message');
    return { sent };
  } catch (error) {
    if (error instanceof RestError && error.code === 'aborted') return { problem: '' };
    toast.error('Error sending message');
    return { problem: error instanceof RestError ? error.message : '' };
  }
}
