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
        'Subscribe the live stream to items; answers which of them have changed since they were read',
    },
  ),
];
