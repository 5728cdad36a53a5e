import * as calls from '#domains/archive/archive.calls.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { noInput } from '#lib/fields.ts';
import { handle, handleUpload, type Handler } from '#server/handle.ts';
import { importInput, importState } from './import.schema.ts';
import { importView } from './import.views.server.ts';
import { archiveFiles, cancelImport, findLatestImport, startImport } from './imports.server.ts';

const readState = async (member: Member) => importView(await findLatestImport(member));

export const importHandlers: Handler[] = [
  handle(calls.readImport, noInput, importState, readState, {
    summary: 'The progress of the import of an archive',
  }),
  handleUpload(
    calls.startImport,
    archiveFiles,
    importInput,
    importState,
    async (member, _, request) => {
      await startImport(member, request);
      return readState(member);
    },
    {
      limit: 'import',
      summary: 'Bring the archive of an account elsewhere into an empty one',
      needs: [['archive']],
    },
  ),
  handle(
    calls.cancelImport,
    noInput,
    importState,
    async (member) => {
      await cancelImport(member);
      return readState(member);
    },
    { summary: 'Stop it and take back what has come' },
  ),
];
