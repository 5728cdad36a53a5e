import * as calls from '#domains/notifications/notifications.calls.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { mutedInput, mutedList, muteInput } from './mute.schema.ts';
import { listMuted, setMute } from './mute.server.ts';

export const muteHandlers: Handler[] = [
  handle(calls.mute, muteInput, noContent, setMute, {
    form: {},
    summary: 'Turn the notifications of a post or a conversation off, or on again',
  }),
  handle(calls.listMuted, mutedInput, mutedList, listMuted, {
    summary: 'What the caller has muted',
  }),
];
