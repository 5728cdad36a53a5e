import type { IncomingHttpHeaders } from 'node:http';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { countContainerView, isReading } from '#domains/containers/statistics/views.server.ts';
import { visitor } from '#domains/policy/viewer.ts';

// Screens of containers in the cache for visitors (docs/decisions/002-page-cache.md).

/** Cache tags of a container's screens: the second for what its cached posts do not show. */
export const screenTags = ({ type, id }: ContainerRef): string[] => [
  `${type}:${id}`,
  `screens:${type}:${id}`,
];

export const memberTags = (people: Array<{ id: number }>): string[] =>
  people.map(({ id }) => `member:${id}`);

/** Counts a visit that the cache answered. The first container in the tags is that of the screen. */
export function countCachedVisit(tags: string[], headers: IncomingHttpHeaders): void {
  const [, type, id] = tags.find((tag) => tag.startsWith('screens:'))?.split(':') ?? [];
  const names = ['sec-purpose', 'purpose', 'user-agent'] as const;
  const sent = names.map((name): [string, string] => [name, String(headers[name] ?? '')]);
  if (id && isReading(new Headers(sent)))
    countContainerView(visitor, { type: type!, id: Number(id) });
}
