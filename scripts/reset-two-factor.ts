import { resetTwoFactor } from '#domains/auth/two-factor/reset-two-factor.server.ts';
import { closeDb } from '#server/db.ts';
import { stopJobs } from '#server/jobs.ts';

// npm run reset-two-factor -- ada@hearth.example: lets a member who lost the device and the
// recovery codes log in with the password alone again. Ends their sessions and notifies them by
// mail. docs/hosting.md says what to check first.

const [email] = process.argv.slice(2);
if (!email) {
  console.error('Usage: npm run reset-two-factor -- <e-mail address of the member>');
  process.exit(2);
}
try {
  const outcome = await resetTwoFactor(email);
  if (!outcome) console.error(`There is no active member with the address ${email}.`);
  else if (!outcome.wasOn) console.error(`${outcome.displayname} does not use two-factor log-in.`);
  else
    console.log(
      `${outcome.displayname} logs in with the password alone now, was signed out everywhere and is told by mail.`,
    );
  process.exitCode = outcome?.wasOn ? 0 : 1;
} finally {
  await stopJobs();
  await closeDb();
}
