import { domains } from '#app/domains.ts';
import { startBackgroundJobs } from '#app/jobs.ts';
import { setDomains } from '#server/domain.ts';

// The background jobs as the server runs them: killed by mails.server.test.ts.
setDomains(domains);
await startBackgroundJobs();
