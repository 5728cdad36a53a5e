import { noInput } from '#lib/fields.ts';
import { handle, type Handler } from '#server/handle.ts';
import * as calls from './archive.calls.ts';
import { exportInput, exportState } from './archive.schema.ts';
import { exportView } from './archive.views.server.ts';
import { findLatestExport, startExport } from './exports.server.ts';

export const archiveHandlers: Handler[] = [
  handle(
    calls.readExport,
    noInput,
    exportState,
    async (member) => exportView(await findLatestExport(member)),
    { summary: "Progress of the archive of the member's data" },
  ),
  handle(
    calls.startExport,
    exportInput,
    exportState,
    async (member, { password }) => {
      await startExport(member, password);
      return exportView(await findLatestExport(member));
    },
    { summary: "Make an archive of the member's data, once a day", needs: [['password']] },
  ),
];
