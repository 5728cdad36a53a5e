/**
 * Values of `?tls=` in SMTP_URL. Without it STARTTLS is used where the server offers it, and its
 * certificate is checked.
 */
export const tlsOptions = {
  required: { requireTLS: true },
  unverified: { tls: { rejectUnauthorized: false } },
  off: { ignoreTLS: true },
};

export const isTlsMode = (mode: string): mode is keyof typeof tlsOptions =>
  Object.hasOwn(tlsOptions, mode);

export const tlsModes = Object.keys(tlsOptions);

/** Whether `?tls=`, where it is given, is one of the known words. */
export function hasKnownTlsMode(smtpUrl: string): boolean {
  const mode = URL.parse(smtpUrl)?.searchParams.get('tls');
  return mode == null || isTlsMode(mode);
}
