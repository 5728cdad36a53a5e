/**
 * Codes of PostgreSQL, its driver and the system meaning that the server cannot be reached (yet).
 */
const awayCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECTION_SILENT',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Code of the error or of its cause. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const found = cause?.code ?? code;
  return typeof found === 'string' ? found : undefined;
}

/** The connection is at fault. A pooler whose server is away says so in class 08. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (awayCodes.has(code) || /^08\w{3}$/.test(code));
}
