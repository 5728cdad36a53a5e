import { isOutdated, outdated, readMigrations } from '#server/database/migration-files.ts';
import { findPooling, transactionPooling, type Pooling } from '#server/database/pooler.ts';
import { isNoSpace } from '#server/no-space.ts';
import { query } from '../launch/database.ts';
import { hasDemo } from '../launch/demo.ts';
import { hasAdmin } from '../launch/first-admin.ts';
import type { Settings } from '../launch/settings.ts';
import { isLocal, ok, reason, warning, wrong, type Finding } from './finding.ts';

interface Facts {
  version: number;
  name: string;
  encoding: string;
  is_superuser: boolean;
  has_migrations: boolean;
  connections: number;
}

const fullDisk =
  'the disk of its server is full: make room there; people can read, but what they write is refused';

export async function checkDatabase(
  url: string,
  isEmbedded: boolean,
  { PUBLIC_ORIGIN, DATABASE_POOL }: Settings,
): Promise<Finding[]> {
  const setting = isEmbedded ? 'the embedded database' : 'DATABASE_URL';
  let facts: Facts;
  let applied = 0;
  let pooling: Pooling;
  try {
    pooling = await findPooling(url);
    if (pooling === 'transaction') return [wrong('database', transactionPooling)];
    if (await query(url, (sql) => isOutdated(sql)))
      return [wrong('database', `${outdated}: use an empty one, or the version that made it`)];
    [facts, applied] = await query(url, async (sql) => {
      const [row] = await sql<Facts[]>`
        select current_setting('server_version_num')::int as version,
          current_setting('server_version') as name, current_setting('server_encoding') as encoding,
          current_setting('max_connections')::int as connections,
          (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
          to_regclass('drizzle.__drizzle_migrations') is not null as has_migrations`;
      const done = row?.has_migrations
        ? await sql`select count(*)::int as count from drizzle.__drizzle_migrations`
        : [];
      return [row as Facts, Number(done[0]?.count ?? 0)];
    });
  } catch (error) {
    return [
      wrong(
        'database',
        `cannot be reached (${reason(error)}): is the server running, and is ${setting} right?`,
      ),
    ];
  }
  const findings: Finding[] = [];
  if (pooling === 'session') {
    findings.push(
      ok(
        'database',
        `is reached through a pooler in session mode: let it keep ${DATABASE_POOL + 5} connections or more for each process`,
      ),
    );
  }
  if (facts.version < 150_000)
    findings.push(wrong('database', `is PostgreSQL ${facts.name}: 15 or newer is needed`));
  if (facts.encoding !== 'UTF8')
    findings.push(
      wrong('database', `stores text as ${facts.encoding}: create it anew with encoding UTF8`),
    );
  if (facts.is_superuser)
    findings.push(
      warning(
        'database',
        'the role in DATABASE_URL is a superuser: give the site a role of its own without that right',
      ),
    );
  if (facts.connections < DATABASE_POOL + 5) {
    findings.push(
      warning(
        'database',
        `allows ${facts.connections} connections, one process may want ${DATABASE_POOL + 5}: raise max_connections or lower DATABASE_POOL`,
      ),
    );
  }
  const known = readMigrations().length;
  if (applied < known)
    findings.push(
      warning(
        'database',
        `${known - applied} of ${known} migrations are not applied yet: the next npm start applies them`,
      ),
    );
  else if (applied > known)
    findings.push(
      wrong(
        'database',
        `was brought up to date by a newer version (${applied} migrations, known here: ${known}): update this checkout`,
      ),
    );
  else findings.push(...(await checkAccounts(url, isLocal(PUBLIC_ORIGIN))));
  if (await isDiskFull(url)) findings.push(wrong('database', fullDisk));
  const isWrong = findings.some(({ state }) => state === 'wrong');
  return isWrong
    ? findings
    : [
        ok('database', `PostgreSQL ${facts.name.split(' ')[0]}, ${applied} migrations applied`),
        ...findings,
      ];
}

async function checkAccounts(url: string, isLocalSite: boolean): Promise<Finding[]> {
  if (await hasDemo(url)) {
    if (isLocalSite) return [];
    return [
      warning(
        'database',
        'everybody can log in as ada@hearth.example with the demo password: start with SEED_DEMO=off on an empty database',
      ),
    ];
  }
  if (await hasAdmin(url)) return [];
  return [
    warning(
      'database',
      'has no administrator: open the link that npm start prints, or that npm run make-admin prints',
    ),
  ];
}

/** Writes a little temporary data, to see whether there is space. */
async function isDiskFull(url: string): Promise<boolean> {
  try {
    await query(url, (sql) =>
      sql.begin(async (tx) => {
        await tx`
          create temporary table doctor_probe on commit drop as
          select repeat('x', 1000) as text
          from generate_series(1, 100)`;
      }),
    );
    return false;
  } catch (error) {
    return isNoSpace(error);
  }
}
