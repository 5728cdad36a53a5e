import { importHandlers } from '#domains/archive/import/import.api.ts';
import { importQueue } from '#domains/archive/import/imports.server.ts';
import { runImport } from '#domains/archive/import/run-import.server.ts';
import { pruneImports } from '#domains/archive/import/undo-import.server.ts';
import { defineDomain } from '#server/domain.ts';
import { day } from '#server/limits.ts';
import { archiveHandlers } from './archive.api.ts';
import { exportQueue, pruneExports } from './exports.server.ts';
import { makeExport } from './make-export.server.ts';

export const archiveDomain = defineDomain({
  name: 'archive',
  handlers: [...archiveHandlers, ...importHandlers],
  limits: {
    export: [[1, day]],
    import: [[20, day]],
  },
  queues: [
    {
      name: exportQueue,
      work: (work, { signal }) => makeExport((work as { exportId: number }).exportId, signal),
    },
    {
      name: importQueue,
      work: (work, { signal }) => runImport((work as { importId: number }).importId, signal),
    },
  ],
  filePrunes: { exports: pruneExports, imports: pruneImports },
});
