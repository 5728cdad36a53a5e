import { once } from 'node:events';
import { domains } from '#app/domains.ts';
import { sendReminders } from '#domains/events/changes/reminders.server.ts';
import { closeDb } from '#server/db.ts';
import { setDomains } from '#server/domain.ts';

// Runs the job of reminders once on a message, in a process that reminders.server.test.ts kills.
setDomains(domains);
process.send!('ready');
await once(process, 'message');
await sendReminders();
await closeDb();
process.disconnect?.();
