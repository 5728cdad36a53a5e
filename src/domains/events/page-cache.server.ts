import {
  countCachedVisit,
  memberTags,
  screenTags,
} from '#domains/containers/kit/page-cache.server.ts';
import type { CachedPages } from '#server/domain.ts';
import { eventRef, type EventRow } from './event-rows.server.ts';

/** Screens of events that are cached for visitors, and the first part of their lists. */
export const eventPages: CachedPages = {
  path: /^\/events(?:\/(?:ongoing|past|month)|\/event\/[1-9]\d{0,17}(?:\/about)?)?$/,
  uncached: /(?:^|&)(?:before|page|search|location|category|order|month|day)=/,
  onVisit: countCachedVisit,
};

/** Cache tags of all screens of an event, also of those that list it. */
export const eventCacheTags = ({ id, parentType, parentId, owner }: EventRow): string[] => [
  ...screenTags(eventRef(id)),
  ...(parentId ? [`${parentType}:${parentId}`] : []),
  ...(owner ? memberTags([owner]) : []),
];

/** When it begins or ends: its screens say so. Those of a series name dates that pass, at most an hour late. */
export function nextChange({ hasStarted, isOver, startsAt, endsAt, seriesId }: EventRow): number {
  const own = isOver ? Infinity : Date.parse(hasStarted ? endsAt : startsAt);
  return seriesId === null ? own : Math.min(own, Date.now() + 3_600_000);
}
