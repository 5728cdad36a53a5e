import { migrate } from '#server/migrate.ts';

// A separate program, because it loads far more than the launcher needs while a site runs.
try {
  await migrate(process.env.DATABASE_URL ?? '');
} catch (error) {
  const cause = (error as Error).cause;
  console.error(
    `${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`,
  );
  process.exitCode = 1;
}
