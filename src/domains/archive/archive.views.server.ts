import { toWire } from '#lib/dates.ts';
import type { ExportState } from './archive.schema.ts';
import type { Export } from './exports.server.ts';

/** Address where its owner downloads it. */
export const exportPath = (id: number) => `/media/export/${id}`;

export function exportView(found: Export | undefined): ExportState {
  if (!found) return { state: 'none', progress: 0, url: null, bytes: 0, expires: null };
  const { id, state, progress, byteLength, expiresAt } = found;
  const isReady = state === 'ready';
  return {
    state,
    progress,
    url: isReady ? exportPath(id) : null,
    bytes: byteLength,
    expires: isReady ? toWire(expiresAt) : null,
  };
}
