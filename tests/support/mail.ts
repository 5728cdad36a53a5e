import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { waitUntil } from '../../scripts/launch/processes.ts';

export interface Mail {
  from: string;
  to: string[];
  subject: string;
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  mails: Mail[];
  /** Waits for the newest matching mail to the address. */
  mailTo(address: string, fits?: (mail: Mail) => boolean): Promise<Mail>;
  stop(): Promise<void>;
}

const selfSigned = join(import.meta.dirname, '../fixtures/self-signed.pem');

/** Like a freshly installed mail server: STARTTLS with a self-signed certificate (until 2126). */
export function selfSignedTls(): SMTPServerOptions {
  const pem = readFileSync(selfSigned);
  return { disabledCommands: [], key: pem, cert: pem };
}

/**
 * A real SMTP server on a loopback port that keeps received mails. `options` makes it refuse or
 * slow.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...parseMail(Buffer.concat(chunks).toString('latin1')),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const findMail = (address: string, fits: (mail: Mail) => boolean) =>
    mails.findLast((mail) => mail.to.includes(address) && fits(mail));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo: async (address, fits = () => true) => {
      await waitUntil(() => findMail(address, fits) !== undefined, 30_000);
      const mail = findMail(address, fits);
      if (!mail)
        throw new Error(
          `No such mail to ${address}. There are: ${mails.map(({ to, subject }) => `${to.join()} "${subject}"`).join(', ') || 'none'}`,
        );
      return mail;
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

type Parsed = Omit<Mail, 'from' | 'to'>;

/**
 * Parses the MIME that our mailer sends: one part, or text and HTML alternatives. `raw` has one
 * character per byte.
 */
export function parseMail(raw: string): Parsed {
  const end = raw.search(/\r?\n\r?\n/);
  const headers: Record<string, string> = {};
  for (const line of raw
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = decodeWords(line.slice(colon + 1).trim());
  }
  const body = raw.slice(end).replace(/^\r?\n\r?\n/, '');
  const type = headers['content-type'] ?? 'text/plain';
  const mail: Parsed = { subject: headers.subject ?? '', headers, text: '', html: '', raw };
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary) {
    for (const part of body.split(`--${boundary}`).slice(1, -1)) {
      const inner = parseMail(part.replace(/^\r?\n/, ''));
      mail.text ||= inner.text;
      mail.html ||= inner.html;
    }
  } else if (/^text\/html/i.test(type)) mail.html = decodeBody(body, headers);
  else if (/^text\/plain/i.test(type)) mail.text = decodeBody(body, headers);
  return mail;
}

function decodeBody(body: string, headers: Record<string, string>): string {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return fromBytes(
    encoding === 'quoted-printable' ? unquote(body.replace(/=\r?\n/g, '')) : body,
  ).replaceAll('\r\n', '\n');
}

const fromBytes = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
const unquote = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Decodes `=?UTF-8?Q?...?=` in header lines. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromBytes(unquote(text.replaceAll('_', ' '))),
    );
}
