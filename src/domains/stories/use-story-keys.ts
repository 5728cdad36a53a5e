import { useLayoutEffect } from 'react';

interface StoryKeyActions {
  step: (by: 1 | -1) => void;
  toPerson: (by: 1 | -1) => void;
  pause: () => void;
  mute: () => void;
  /** Only without a dialog around it, which closes on Escape by itself. */
  close?: () => void;
}

/**
 * Arrows step; with Shift, or Page Up and Page Down, between people. Space pauses, M toggles the
 * sound.
 */
export function useStoryKeys({ step, toPerson, pause, mute, close }: StoryKeyActions): void {
  // A layout effect, so that no key press reaches the previous story's handlers.
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
      // Space presses a focused button, except the one that covers the story.
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
