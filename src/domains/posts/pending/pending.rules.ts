/** Posts of one member that wait in one container. */
export const maxPending = 20;

/** Above the composer of somebody whose posts need approval. */
export const approvalNote = 'Your posts are published here once the staff has approved them.';

/** The answer to such a post. */
export const pendingText = 'Your post is waiting for approval by the staff.';

/** Whether what was created waits for approval. */
export function isPending(response: object): response is { pending: 1 } {
  return 'pending' in response;
}
