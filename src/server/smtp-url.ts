/**
 * Values of `?tls=` in SMTP_URL. By default STARTTLS is used if offered, with its certificate
 * verified.
 */
export const tlsOptions = {
  required: { requireTLS: true },
  unverified: { tls: { rejectUnauthorized: false } },
  off: { ignoreTLS: true },
};

export const isTlsMode = (mode: string): mode is keyof typeof tlsOptions =>
  Object.hasOwn(tlsOptions, mode);

export const tlsModes = Object.keys(tlsOptions);

/** Whether `?tls=`, if given, has a supported value. */
export function hasKnownTlsMode(smtpUrl: string): boolean {
  const mode = URL.parse(smtpUrl)?.searchParams.get('tls');
  return mode == null || isTlsMode(mode);
}
