import { firstAdminKey } from '#domains/members/members.rules.ts';
import { closeDb, db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

// npm run make-admin -- ada@hearth.example: makes the member with this e-mail address an
// administrator. Nobody becomes one by signing up first: it takes this command or the one-time link
// of launch/first-admin.ts.

const [email] = process.argv.slice(2);
if (!email) {
  console.error('Usage: npm run make-admin -- <e-mail address of the member>');
  process.exit(2);
}
try {
  const changed = await db.execute<{ displayname: string }>(sql`
    update members
    set role = 'admin'
    where lower(email) = lower(${email})
      and status = 'active'
    returning displayname`);
  if (changed.length) {
    await db.execute(sql`delete from site_state where key = ${firstAdminKey}`);
    console.log(`${changed[0]!.displayname} is an administrator now.`);
  } else console.error(`There is no active member with the address ${email}.`);
  process.exitCode = changed.length ? 0 : 1;
} finally {
  await closeDb();
}
