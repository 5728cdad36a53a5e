import { useState, type DragEvent as ReactDragEvent } from 'react';

/** Whether files are being dragged; their names are available only on drop. */
const hasFiles = (transfer: DataTransfer): boolean => transfer.types.includes('Files');

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

interface DropTarget {
  /** Files are being dragged over it. */
  isTarget: boolean;
  handlers: {
    onDragOver?: (event: ReactDragEvent) => void;
    onDragLeave?: () => void;
    onDrop?: (event: ReactDragEvent) => void;
  };
}

/** Lets files be dropped on the element that gets these handlers, and not on targets around it. */
export function useDropTarget(onFiles: ((files: File[]) => void) | undefined): DropTarget {
  const [isTarget, setTarget] = useState(false);
  if (!onFiles) return { isTarget, handlers: {} };
  const takes = (event: ReactDragEvent) => {
    if (!hasFiles(event.dataTransfer)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    isTarget,
    handlers: {
      onDragOver: (event) => takes(event) && setTarget(true),
      onDragLeave: () => setTarget(false),
      onDrop(event) {
        setTarget(false);
        if (takes(event)) onFiles(filesIn(event.dataTransfer));
      },
    },
  };
}
