import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { asOneLine } from '#lib/fields.ts';
import { sql } from '#server/sql.ts';
import { db } from './db.ts';
import { env } from './env.ts';
import { releaseWaiting, WaitsFor, type Queue } from './jobs.ts';
import { log } from './log.ts';
import { mailHtml, mailText, type MailContent } from './mail-page.ts';
import { isFinalRefusal, isServerAway, smtpProblem, smtpTransport } from './smtp.ts';

let transport: { url: string; transporter: Transporter } | undefined;

/** Mails that could not be sent because it is away wait for it. */
const mailServer = 'mail server';
const lookEvery = 20_000;

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 5_000,
};

function smtp(url: string): Transporter {
  if (transport?.url !== url) {
    transport?.transporter.close();
    transport = { url, transporter: smtpTransport(url, timeouts) };
  }
  return transport.transporter;
}

const isOneLine = (text: string) => !['\r', '\n', '\0'].some((sign) => text.includes(sign));

/** A name may look like an encoded word; encoding it again preserves it. */
function subjectHeader(subject: string): string {
  const line = asOneLine(subject);
  return line.includes('=?') ? encodeWord(line, 'B', 52) : line;
}

/** Headers of recurring mails, for filters and unsubscribe buttons (RFC 2919, RFC 8058). */
function listHeaders({ unsubscribe }: MailContent, hostname: string): Record<string, string> {
  if (!unsubscribe) return {};
  return {
    'List-Id': `<notifications.${hostname}>`,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * Builds the same mail each time for the same job, so that a mail server can recognise a duplicate.
 */
function message(content: MailContent, jobId: string): SendMailOptions {
  const { MAIL_FROM, SITE_NAME, PUBLIC_ORIGIN } = env();
  const { hostname } = new URL(PUBLIC_ORIGIN);
  if (![content.to, content.subject].every(isOneLine) || /[,;<>"\s]/.test(content.to))
    throw new Error('A mail has one recipient and headers of one line');
  return {
    from: MAIL_FROM,
    // As an object the address is used as it is, not parsed as a list.
    to: { name: '', address: content.to },
    subject: subjectHeader(content.subject),
    messageId: `<${jobId}@${hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...listHeaders(content, hostname),
    },
    text: mailText(content, SITE_NAME, PUBLIC_ORIGIN),
    html: mailHtml(content, SITE_NAME, PUBLIC_ORIGIN),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Without a mail server, writes a file that any mail program opens. It contains log-in links, so
 * only its owner may read it.
 */
async function writeToFolder(options: SendMailOptions, jobId: string): Promise<void> {
  const folder = resolve(env().DATA_DIR, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(options);
  const file = join(
    folder,
    `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${jobId.slice(0, 8)}.eml`,
  );
  await writeFile(file, bytes as Buffer, { mode: 0o600 });
  await chmod(file, 0o600);
  log('info', 'mail written', { file });
}

/** Sends through the mail server. Throws when a later attempt may succeed. */
async function sendToServer(options: SendMailOptions, url: string, jobId: string): Promise<void> {
  try {
    await smtp(url).sendMail(options);
  } catch (error) {
    // The server's own words may repeat the recipient's address.
    if (!isFinalRefusal(error)) {
      const problem = `The mail server did not take the mail: ${smtpProblem(error)}`;
      throw isServerAway(error) ? new WaitsFor(mailServer, problem) : new Error(problem);
    }
    log('warn', 'mail refused', {
      job: jobId,
      status: (error as { responseCode?: number }).responseCode,
    });
  }
}

/**
 * Sends the mail of one job. Does nothing if an earlier run of the job sent it; only a crash
 * between the server's acceptance and our note can send it twice, then with the same Message-ID.
 * `compose` may return nothing if the mail is obsolete.
 */
export async function sendOnce(
  jobId: string,
  compose: () => Promise<MailContent | null>,
): Promise<void> {
  const [sent] = await db.execute(sql`select 1 from sent_mails where job_id = ${jobId}`);
  if (sent) return;
  const content = await compose();
  if (!content) return;
  const options = message(content, jobId);
  const { SMTP_URL } = env();
  if (SMTP_URL) await sendToServer(options, SMTP_URL, jobId);
  else await writeToFolder(options, jobId);
  await db.execute(sql`insert into sent_mails (job_id) values (${jobId}) on conflict do nothing`);
}

/**
 * Sends at once what waits for the mail server if it is back. Mails that it has refused for a while
 * keep their own time.
 */
export const releaseMails = (): Promise<void> =>
  releaseWaiting(mailServer, async () => {
    const { SMTP_URL } = env();
    return Boolean(SMTP_URL) && (await smtp(SMTP_URL!).verify());
  });

/** Looks for the return of the mail server while mails wait for it. */
export function watchMailServer(): NodeJS.Timeout {
  const look = () => releaseMails().catch(() => undefined);
  return setInterval(() => void look(), lookEvery).unref();
}

/** A queue each of whose jobs is one mail. */
export const defineMailQueue = <Payload extends object>(
  name: string,
  compose: (payload: Payload, jobId: string) => Promise<MailContent | null>,
  concurrency = 2,
): Queue => ({
  name,
  concurrency,
  isOutgoing: true,
  work: (payload, { id }) => sendOnce(id, () => compose(payload as Payload, id)),
});
