/**
 * Under which the device keeps what waits for the network: looked at on every screen, without the
 * rest of the queue.
 */
export const queueName = (memberId: number): string => `queue:${memberId}:messages`;
