import { handle, type Handler } from '#server/handle.ts';
import * as calls from './live.calls.ts';
import { watching, watchInput } from './live.schema.ts';
import { watch } from './watch.server.ts';

export const liveHandlers: Handler[] = [
  handle(
    calls.watchSubjects,
    watchInput,
    watching,
    (member, { stream, subjects }) => watch(member, stream, subjects),
    {
      summary:
        'Name what the live stream shall tell of; answers what of it has changed since it was read',
    },
  ),
];
