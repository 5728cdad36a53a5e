import { useState } from 'react';
import { keep, readKept } from '#lib/kept.ts';

const name = 'story-sound';

/** Whether videos are heard: not before somebody wants it, and from then on. */
export function useSound() {
  const [isMuted, setMuted] = useState(true);
  return {
    isMuted,
    /** Once the island is awake: what this device remembers. */
    recall: () => setMuted(readKept(name) !== 'on'),
    toggle: () => {
      keep(name, isMuted ? 'on' : '');
      setMuted(!isMuted);
    },
    /** The browser allows no sound before a press. */
    silence: () => setMuted(true),
  };
}
