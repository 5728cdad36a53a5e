import { readFileSync } from 'node:fs';

export type TlsMode = 'off' | 'preferred' | 'unverified' | 'verified';

export interface Tls {
  mode: TlsMode;
  /** TLS from the first byte, without negotiation. */
  isDirect: boolean;
  /** CA of the server's certificate, and our client certificate. */
  files: { ca?: string; cert?: string; key?: string };
}

const fileParameters = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' };

/**
 * libpq parameters that are not session settings: the driver would send them to the server, which
 * would refuse the session. Providers include some in their connection strings.
 */
const libpqParameters = [
  'ssl',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslpassword',
  'sslcrl',
  'sslcrldir',
  'sslsni',
  'sslcompression',
  'sslcertmode',
  'ssl_min_protocol_version',
  'ssl_max_protocol_version',
  'channel_binding',
  'require_auth',
  'gssencmode',
  'krbsrvname',
  'gsslib',
  'uselibpqcompat',
  'pgbouncer',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'tcp_user_timeout',
];

function toMode(parameters: URLSearchParams): TlsMode {
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? process.env.PGSSL ?? 'disable';
  if (['disable', 'false', '0', ''].includes(mode)) return 'off';
  if (mode === 'prefer') return 'preferred';
  // As in libpq, naming a CA requests verification.
  const isUnverified =
    ['require', 'allow', 'no-verify'].includes(mode) && !parameters.has('sslrootcert');
  return isUnverified ? 'unverified' : 'verified';
}

/** Drops the system's error code: a missing file must not look like a database that is away. */
function readNamed(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name} in DATABASE_URL: ${path} cannot be read (${code})`);
  }
}

/** Reads the TLS options of a database URL. Throws when a file they name cannot be read. */
export function toTls(parameters: URLSearchParams): Tls {
  const files: Tls['files'] = {};
  for (const [option, name] of Object.entries(fileParameters)) {
    const path = parameters.get(name);
    if (path && path !== 'system') files[option as keyof typeof files] = readNamed(name, path);
  }
  return {
    mode: toMode(parameters),
    isDirect: parameters.get('sslnegotiation') === 'direct',
    files,
  };
}

export function deleteLibpqParameters(parameters: URLSearchParams): void {
  for (const name of libpqParameters) parameters.delete(name);
}
