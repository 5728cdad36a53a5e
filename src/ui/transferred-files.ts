/** Whether files are being dragged; their names are available only on drop. */
export const hasFiles = (transfer: DataTransfer): boolean => transfer.types.includes('Files');

/** The dropped or pasted files. */
export const filesIn = (transfer: DataTransfer): File[] => [...transfer.files];

/** The files of a paste of files: office programs add a picture of pasted text. */
export const filesPasted = (transfer: DataTransfer): File[] =>
  transfer.types.includes('text/plain') ? [] : filesIn(transfer);

/**
 * A file dropped outside a drop target would open in the tab and replace the screen. Returns a
 * function that stops this.
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
