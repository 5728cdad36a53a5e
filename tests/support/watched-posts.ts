import { expect } from 'vitest';
import { watch } from '#domains/live/watch.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { react } from '#domains/reactions/reactions.server.ts';
import { watchersOf } from '#server/live/watching.ts';
import { addMember, addPost } from './people.ts';
import { listenTo } from './stream.ts';

/** Parses subjects like the call. */
export const named = (...posts: number[]) =>
  posts.map((id) => ({ type: 'post', id: String(id), since: null }));

/**
 * Events that a member watching these posts receives while `work` runs, up to a change of a visible
 * post.
 */
export async function eventsFor(
  origin: string,
  member: Member,
  posts: number[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const end = await addPost(member);
  const stream = await listenTo(origin, member);
  const { stream: name } = JSON.parse((await stream.next())!.data) as { stream: string };
  await watch(member, name, named(...posts, end));
  await expect.poll(() => watchersOf(`post ${end}`).size).toBe(1);
  await work();
  await react(await addMember(), 'post', end, 1);
  const events: string[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) {
    const { subject } = JSON.parse(event.data) as { subject?: string };
    // Badges and notifications are for the member as a whole.
    if (subject === undefined) continue;
    if (subject.endsWith(` ${end}`)) break;
    expect(event.data).toBe(JSON.stringify({ subject }));
    events.push(`${event.type} ${subject}`);
  }
  await stream.stop();
  await expect.poll(() => watchersOf(`post ${end}`).size).toBe(0);
  return events.sort();
}
