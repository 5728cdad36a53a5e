import { postgresAt } from '#server/postgres-at.ts';

// A seeder that writes its rows one by one, so that it can be killed half way: at row
// SEEDER_STOPS_AT.
const sql = postgresAt(process.env.DATABASE_URL as string, { max: 1, onnotice: () => undefined });
for (let n = 1; n <= 3; n += 1) {
  if (process.env.SEEDER_STOPS_AT === String(n)) process.kill(process.pid, 'SIGKILL');
  await sql`
    insert into members (status, email, username, first_name, last_name, displayname, password_hash)
    values ('active', ${`m${n}@hearth.example`}, ${`m${n}`}, 'M', 'N', ${`Member ${n}`}, 'none')`;
}
await sql.end();
