import { afterAll, beforeAll } from 'vitest';
import { domains } from '#app/domains.ts';
import { closeDb } from '#server/db.ts';
import { setDomains } from '#server/domain.ts';
import { stopJobs } from '#server/jobs.ts';
import { clubsDomain } from './clubs.ts';
import { createMeetingsTable } from './meetings.ts';

/** As its line in src/app/domains.ts. */
export function setClubs(): void {
  setDomains([...domains, clubsDomain]);
  beforeAll(createMeetingsTable);
  afterAll(async () => {
    await stopJobs(1_000);
    await closeDb(1);
  });
}
