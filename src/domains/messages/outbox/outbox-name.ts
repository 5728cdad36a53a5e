/**
 * Storage key of pending messages; its own file, because every screen checks it without loading the
 * outbox.
 */
export const queueName = (memberId: number): string => `queue:${memberId}:messages`;
