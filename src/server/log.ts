import { env } from './env.ts';

const levels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type Level = Exclude<(typeof levels)[number], 'silent'>;

/**
 * One JSON line on standard output. Callers name the fields they log; bodies, credentials, codes
 * and mail addresses are never among them (security.md section 9).
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}) {
  if (levels.indexOf(level) > levels.indexOf(env().LOG_LEVEL)) return;
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`,
  );
}

/** Loggable fields of an error: never the parameters of a query. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const code =
    (cause as { code?: unknown } | undefined)?.code ?? (error as { code?: unknown }).code;
  // Drizzle's message repeats the query with its values.
  const message = cause ? cause.message : error.message.split('\n')[0];
  return {
    error: `${error.name}: ${message}`,
    code,
    stack: (cause ?? error).stack
      ?.split('\n')
      .slice(1, 8)
      .map((line) => line.trim()),
  };
}
