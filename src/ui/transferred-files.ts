/** Whether files are being dragged; their names are told only once they are dropped. */
export const hasFiles = (transfer: DataTransfer): boolean => transfer.types.includes('Files');

/** The files that were dropped or pasted. */
export const filesIn = (transfer: DataTransfer): File[] => [...transfer.files];

/**
 * The files of a paste that is meant as one: office programs send a picture of the text along with
 * it.
 */
export const filesPasted = (transfer: DataTransfer): File[] =>
  transfer.types.includes('text/plain') ? [] : filesIn(transfer);

/**
 * A file let go beside the place that takes it would open in the tab, and the screen be gone. Gives
 * back the way to end this.
 */
export function refuseStrayFiles(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
}
