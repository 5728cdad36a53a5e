import { useState } from 'react';
import { getStored, setStored } from '#lib/browser-storage.ts';

const name = 'story-sound';

/** Whether videos play with sound: off until the member turns it on, then remembered. */
export function useSound() {
  const [isMuted, setMuted] = useState(true);
  return {
    isMuted,
    /** Restores the device's choice after hydration. */
    recall: () => setMuted(getStored(name) !== 'on'),
    toggle: () => {
      setStored(name, isMuted ? 'on' : '');
      setMuted(!isMuted);
    },
    /** The browser allows no sound before a user gesture. */
    silence: () => setMuted(true),
  };
}
