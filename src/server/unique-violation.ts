/** The unique constraint that an insert or update violated, if it was one of these. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  const { code, constraint_name: name } = cause as { code?: string; constraint_name?: string };
  return code === '23505' ? name : undefined;
}
