import { visitor } from '#domains/policy/viewer.ts';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { readWall } from '#domains/posts/feed/feed.server.ts';
import { atomFeed } from '#domains/posts/public/atom.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { env } from '#server/env.ts';
import { xmlAnswer } from '#server/http/xml-answer.ts';

interface Feed {
  type: ContainerType;
  id: number;
  /** The container for visitors: the feed is the same for everybody, so that it can be cached. */
  container: Promise<{ title: string }>;
  /** Address of its posts. */
  path: string;
  /** Address of the feed, by default below that of the posts. */
  feedPath?: string;
}

/** Atom 1.0 of the newest posts of a container that visitors may read. */
export async function containerFeed(
  request: Request,
  { type, id, container, path, feedPath }: Feed,
): Promise<Response> {
  const [{ title }, wall] = await Promise.all([
    container,
    readWall(visitor, id, { limit: 20 }, type),
  ]);
  const { PUBLIC_ORIGIN: origin } = env();
  const feed = atomFeed(toFeedPages(wall).items, { origin, name: title, path, feedPath });
  return xmlAnswer(request, feed, { seconds: 0, type: 'application/atom+xml' });
}
