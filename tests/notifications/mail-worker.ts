import { startBackgroundJobs } from '#jobs.ts';
import '#server/handlers.ts';

// The background jobs as the server runs them: to be killed by mails.server.test.ts.
await startBackgroundJobs();
