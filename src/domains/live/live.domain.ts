import { defineDomain } from '#server/domain.ts';
import { minute } from '#server/limits.ts';
import { liveHandlers } from './live.api.ts';
import { pruneChanges } from './missed-changes.server.ts';

export const liveDomain = defineDomain({
  name: 'live',
  handlers: liveHandlers,
  limits: {
    liveConnect: [[30, minute]],
  },
  prunes: { changes: pruneChanges },
});
