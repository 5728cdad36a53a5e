import { type Handler, handle, noContent } from '#server/handle.ts';
import * as calls from './live.calls.ts';
import { watchInput } from './live.schema.ts';
import { watch } from './watch.server.ts';

export const liveHandlers: Handler[] = [
  handle(calls.watchSubjects, watchInput, noContent, (member, { stream, subjects }) => watch(member, stream, subjects), { summary: 'Name what the live stream shall tell of' }),
];
