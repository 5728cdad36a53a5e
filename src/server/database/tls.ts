import { readFileSync } from 'node:fs';

export type TlsMode = 'off' | 'preferred' | 'unverified' | 'verified';

export interface Tls {
  mode: TlsMode;
  /** TLS from the first byte, without asking whether the server speaks it. */
  isDirect: boolean;
  /**
   * The authority that signs the server's certificate, and the certificate that the server wants of
   * us.
   */
  files: { ca?: string; cert?: string; key?: string };
}

const fileParameters = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' };

/**
 * Parameters of libpq that are no settings of a session: the driver would send them to the server,
 * which refuses to start a session with them. Providers put some into the addresses that they hand
 * out.
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

function modeOf(parameters: URLSearchParams): TlsMode {
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? process.env.PGSSL ?? 'disable';
  if (['disable', 'false', '0', ''].includes(mode)) return 'off';
  if (mode === 'prefer') return 'preferred';
  // As in libpq: whoever names an authority wants it asked.
  const isUnverified =
    ['require', 'allow', 'no-verify'].includes(mode) && !parameters.has('sslrootcert');
  return isUnverified ? 'unverified' : 'verified';
}

/** Without the system's code on the error: a file that is not there is no database that is away. */
function readNamed(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name} in DATABASE_URL: ${path} cannot be read (${code})`);
  }
}

/** What the parameters of an address ask for. Throws when a file that they name cannot be read. */
export function tlsOf(parameters: URLSearchParams): Tls {
  const files: Tls['files'] = {};
  for (const [option, name] of Object.entries(fileParameters)) {
    const path = parameters.get(name);
    if (path && path !== 'system') files[option as keyof typeof files] = readNamed(name, path);
  }
  return {
    mode: modeOf(parameters),
    isDirect: parameters.get('sslnegotiation') === 'direct',
    files,
  };
}

export function deleteLibpqParameters(parameters: URLSearchParams): void {
  for (const name of libpqParameters) parameters.delete(name);
}
