import { useLayoutEffect } from 'react';

interface Acts {
  step: (by: 1 | -1) => void;
  toPerson: (by: 1 | -1) => void;
  pause: () => void;
  mute: () => void;
  /** Where no dialog around it closes on Escape by itself. */
  close?: () => void;
}

/**
 * Arrows step, with Shift (or Page Up and Page Down) from person to person; Space pauses, M is for
 * the sound.
 */
export function useStoryKeys({ step, toPerson, pause, mute, close }: Acts): void {
  // With what is shown, not a moment after it: a key pressed in between would be for what was there
  // before.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        target.closest(
          'input, textarea, select, .reaction-panel, [popover], dialog:not(.story-dialog)',
        )
      )
        return;
      // A button that has the focus is pressed with the space bar; the one that covers the story
      // only steps on.
      const isOnButton = target.closest('button:not(.story-tap), a') !== null;
      const move = event.shiftKey ? toPerson : step;
      const act = {
        ArrowRight: () => move(1),
        ArrowLeft: () => move(-1),
        PageDown: () => toPerson(1),
        PageUp: () => toPerson(-1),
        m: mute,
        M: mute,
        ...(isOnButton ? {} : { ' ': pause }),
        ...(close ? { Escape: close } : {}),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
