import { join } from 'node:path';
import { smtpProblem, smtpTransport } from '#server/smtp.ts';
import type { Settings } from '../launch/settings.ts';
import { isLocal, ok, warning, wrong, type Finding } from './finding.ts';

export async function checkMail({
  SMTP_URL,
  MAIL_FROM,
  DATA_DIR,
  PUBLIC_ORIGIN,
}: Settings): Promise<Finding[]> {
  if (!SMTP_URL) {
    const text = `mails are written to ${join(DATA_DIR, 'mail')}`;
    return [
      isLocal(PUBLIC_ORIGIN)
        ? ok('mail', text)
        : warning('mail', `${text} and reach nobody: set SMTP_URL`),
    ];
  }
  const { protocol, host } = new URL(SMTP_URL);
  const transport = smtpTransport(SMTP_URL, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  });
  try {
    await transport.verify();
  } catch (error) {
    return [wrong('mail', `${protocol}//${host} does not take mail: ${smtpProblem(error)}`)];
  } finally {
    transport.close();
  }
  const isDefault = /@localhost>?$/.test(MAIL_FROM);
  return [
    isDefault
      ? warning(
          'mail',
          `${host} answers, but MAIL_FROM is ${MAIL_FROM}, which many receivers refuse: set it`,
        )
      : ok('mail', `${host} takes mail, from ${MAIL_FROM}`),
  ];
}
