/** Names a notification in a call; the worker does not load the calls of the pages. */
export const toNotificationFields = (id: number) => ({ action_id: String(id) });
