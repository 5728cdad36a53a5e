import { map } from 'nanostores';
import { mute } from '#domains/notifications/notifications.calls.ts';
import { onRestore, recordChange } from '#lib/bfcache-changes.ts';
import { toWireType } from '#lib/wire-names.ts';
import { toast } from '#ui/toast.ts';
import type { MutableType } from './mute.schema.ts';

type Key = `${MutableType}:${number}`;
export const muteKey = (type: MutableType, id: number): Key => `${type}:${id}`;

/** Items muted (true) or unmuted (false) since the screen was served. */
export const $mutes = map<Record<Key, boolean | undefined>>({});
onRestore<{ key: Key; isMuted: boolean }>('mute', ({ key, isMuted }) =>
  $mutes.setKey(key, isMuted),
);

/** @param noun name of the item in the toast: 'post', 'conversation' */
export async function toggleMute(
  type: MutableType,
  id: number,
  isMuted: boolean,
  noun: string,
): Promise<void> {
  const key = muteKey(type, id);
  const before = $mutes.get()[key];
  $mutes.setKey(key, !isMuted);
  try {
    await mute({ type: toWireType(type), id, mute: isMuted ? 0 : 1 });
    recordChange('mute', { key, isMuted: !isMuted });
    toast.success(
      isMuted
        ? `Notifications of this ${noun} are on again`
        : `Notifications of this ${noun} are off`,
    );
  } catch {
    $mutes.setKey(key, before);
    toast.error('Something went wrong!');
  }
}
