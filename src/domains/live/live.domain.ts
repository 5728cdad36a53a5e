import { defineDomain } from '#server/domain.ts';
import { liveHandlers } from './live.api.ts';
import { sweepChanges } from './missed-changes.server.ts';

export const liveDomain = defineDomain({
  name: 'live',
  handlers: liveHandlers,
  sweeps: { changes: sweepChanges },
});
