interface Press {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * True for a click that the page may handle; one with a modifier opens a tab or window and is the
 * browser's.
 */
export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Press): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Handles a plain click on a link; without `act` the browser follows it. */
export const onPlainPress =
  (act: (() => void) | undefined) =>
  (event: Press & { preventDefault: () => void }): void => {
    if (!act || !isPlainPress(event)) return;
    event.preventDefault();
    act();
  };
