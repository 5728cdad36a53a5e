import { createSession } from '#domains/auth/sessions.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';

export interface StreamEvent {
  type: string;
  id: string;
  data: string;
}

export interface ListenOptions {
  /** Query string. */
  query?: string;
  headers?: Record<string, string>;
  /** Gives events about new posts too, which come a moment after each post of a test. */
  withPosts?: boolean;
}

/**
 * Opens a stream with its own session and reads one event at a time. Works in the project
 * `database`.
 */
export async function listenTo(
  origin: string,
  member: Member,
  { query = '', headers = {}, withPosts = false }: ListenOptions = {},
) {
  const pair = await createSession(db, member.id, 'test', '127.0.0.1');
  const answer = await fetch(`${origin}/live${query && `?${query}`}`, {
    headers: { oauth_token: pair.token, oauth_secret: pair.secret, ...headers },
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Undefined at the end of the stream. */
  const next = async (): Promise<StreamEvent | undefined> => {
    for (;;) {
      const at = text.indexOf('\n\n');
      if (at >= 0) {
        const lines = text.slice(0, at).split('\n');
        text = text.slice(at + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        const type = field('event');
        if (type && (withPosts || type !== 'posts'))
          return { type, id: field('id'), data: field('data') };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  return { answer, pair, next, stop: () => reader.cancel() };
}
