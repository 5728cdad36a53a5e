import { useState } from 'react';
import { getStored, setStored } from '#lib/browser-storage.ts';

const name = 'story-sound';

/** Whether videos are heard: not before somebody wants it, and from then on. */
export function useSound() {
  const [isMuted, setMuted] = useState(true);
  return {
    isMuted,
    /** Once the island is awake: what this device remembers. */
    recall: () => setMuted(getStored(name) !== 'on'),
    toggle: () => {
      setStored(name, isMuted ? 'on' : '');
      setMuted(!isMuted);
    },
    /** The browser allows no sound before a press. */
    silence: () => setMuted(true),
  };
}
