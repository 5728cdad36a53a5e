import { get, post } from '#lib/rest.ts';
import type { MutedInput, MutedList, MuteInput } from './mute.schema.ts';

/** Mutes a post or a conversation; with `mute=0` unmutes it. */
export const mute = post<MuteInput, void>('/notifications/mute');
export const listMuted = get<MutedInput, MutedList>('/notifications/muted');
