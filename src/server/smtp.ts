import { createTransport, type Transporter } from 'nodemailer';
import { isTlsMode, tlsOptions } from './smtp-url.ts';

interface Timeouts {
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
  dnsTimeout?: number;
}

export function smtpTransport(smtpUrl: string, timeouts: Timeouts): Transporter {
  const url = new URL(smtpUrl);
  const mode = url.searchParams.get('tls');
  url.searchParams.delete('tls');
  const tls = mode !== null && isTlsMode(mode) ? tlsOptions[mode] : {};
  return createTransport({
    url: url.href,
    ...timeouts,
    ...tls,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface SmtpError {
  code?: string;
  /** Nodemailer replaces the system's code with its own and keeps the original here. */
  originalCode?: string;
  responseCode?: number;
}

const unknownAuthority =
  'its certificate is self-signed or of an authority that is not known here: name the authority in NODE_EXTRA_CA_CERTS, ' +
  'or accept the certificate unchecked with ?tls=unverified in SMTP_URL';
const wrongDates =
  'its certificate is not valid now: renew it, or accept it unchecked with ?tls=unverified in SMTP_URL';
const unreachable = 'it cannot be reached: check host and port in SMTP_URL, and the firewall';

const causes: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: wrongDates,
  CERT_NOT_YET_VALID: wrongDates,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is made out to another name: use that name in SMTP_URL, or accept it unchecked with ?tls=unverified',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'it does not begin with TLS on this port: use smtp:// instead of smtps:// in SMTP_URL',
  ETLS: 'it offers no TLS, or breaks it off: with ?tls=off in SMTP_URL, mail goes unencrypted',
  EAUTH: 'it refuses user and password: check them in SMTP_URL',
  ETIMEDOUT: 'it does not answer: check the port in SMTP_URL, and whether it wants smtps://',
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EDNS: 'its name is not known: check the host in SMTP_URL',
};

/**
 * Explains why the mail server refused and how to fix it; never includes its own words, which may
 * contain an address.
 */
export function smtpProblem(error: unknown): string {
  const { code, originalCode, responseCode } = error as SmtpError;
  const cause = causes[originalCode ?? ''] ?? causes[code ?? ''];
  const codes = [code, originalCode, responseCode].filter(Boolean).join(' ') || 'no reason given';
  return cause ? `${cause} (${codes})` : codes;
}

/** The server will never take this mail, however often we try. */
export function isFinalRefusal(error: unknown): boolean {
  const { code, responseCode } = error as SmtpError;
  return code === 'EENVELOPE' && (responseCode ?? 0) >= 500;
}

/**
 * Whether the server accepts no connection now: this mail is not at fault, and all waiting ones can be
 * sent when it is back.
 */
export function isServerAway(error: unknown): boolean {
  const { responseCode } = error as SmtpError;
  return responseCode === undefined || responseCode === 421;
}
