interface Press {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * True for a press that the page may handle itself; one meant for another tab or window is the
 * browser's.
 */
export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Press): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Handles a plain press of a link instead of the browser; without `act` the link stays what it is.
 */
export const onPlainPress =
  (act: (() => void) | undefined) =>
  (event: Press & { preventDefault: () => void }): void => {
    if (!act || !isPlainPress(event)) return;
    event.preventDefault();
    act();
  };
