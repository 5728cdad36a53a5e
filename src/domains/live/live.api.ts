import { type Handler, handle, noContent } from '#server/handle.ts';
import { changedSince } from './changed.server.ts';
import * as calls from './live.calls.ts';
import { changedSince as changedSinceOutput, changedSinceInput, watchInput } from './live.schema.ts';
import { watch } from './watch.server.ts';

export const liveHandlers: Handler[] = [
  handle(calls.watchSubjects, watchInput, noContent, (member, { stream, subjects }) => watch(member, stream, subjects), { summary: 'Name what the live stream shall tell of' }),
  handle(calls.readChangedSince, changedSinceInput, changedSinceOutput, async (member, { subjects, since }) => ({ changed: await changedSince(member, subjects, since!) }), {
    summary: 'Which of what is on the screen has changed while the live stream was away',
  }),
];
