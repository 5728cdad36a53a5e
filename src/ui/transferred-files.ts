/** Whether files are being dragged; their names are told only once they are dropped. */
export const hasFiles = (transfer: DataTransfer): boolean => transfer.types.includes('Files');

/** The files that were dropped or pasted. */
export const filesIn = (transfer: DataTransfer): File[] => [...transfer.files];
