import { z } from 'zod';
import { isSmall, siteMemory } from './memory.ts';
import { hasKnownTlsMode, tlsModes } from './smtp-url.ts';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
const onOff = (start: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(start)
    .transform((value) => value === 'on');
const origin = z
  .string()
  .regex(
    /^https?:\/\/[^/?#\s]+$/,
    'must be an origin such as https://hearth.example, without a path',
  );

const megabytes = (start: number) => z.coerce.number().int().min(1).max(2_000).default(start);

/**
 * Every setting, its default and its check. `.env.example` and the README's table list the same
 * names (tests/rules).
 */
export const envSchema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  HOST: z.string().min(1).default('localhost'),
  /** Base of every link in pages and mails; never taken from a request. */
  PUBLIC_ORIGIN: origin.optional(),
  SITE_NAME: z.string().trim().min(1).max(60).default('Hearth'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** Each connection keeps plans of its own. */
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(100)
    .default(() => (isSmall(siteMemory()) ? 4 : 10)),
  /**
   * For several processes: live events travel through Redis or Valkey instead of from the database
   * to each of them.
   */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis://')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  /** Separates this site from a copy of its data: an id, or the absolute path of a file with one. */
  LOCATION_ID: z.string().trim().min(1).max(4_096).optional(),
  UPLOAD_IMAGE_MB: megabytes(15),
  UPLOAD_VIDEO_MB: megabytes(200),
  /** All files of one request together. */
  UPLOAD_REQUEST_MB: megabytes(220),
  UPLOAD_VIDEO_MINUTES: z.coerce.number().int().min(1).max(600).default(30),
  /**
   * Imported archives: maximum size, number of files, and how many times its size it may unpack to.
   */
  IMPORT_ARCHIVE_MB: megabytes(1_000),
  IMPORT_ENTRIES: z.coerce.number().int().min(10).max(60_000).default(20_000),
  IMPORT_RATIO: z.coerce.number().int().min(2).max(1_000).default(100),
  /** A program, or `off`; by default the one found in PATH. */
  FFMPEG_PATH: z.string().min(1).optional(),
  /** With a bucket, media is stored there instead of in DATA_DIR. Amazon needs no endpoint. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  /** Without any progress for that long, a request to the bucket has failed. */
  S3_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(300).default(8),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      (text) => URL.canParse(text),
      'cannot be read: special characters in user and password are written as %-codes',
    )
    .refine(hasKnownTlsMode, `tls must be one of ${tlsModes.join(', ')}`)
    .optional(),
  MAIL_FROM: z
    .string()
    .min(3)
    .max(200)
    .refine((text) => !/[\r\n]/.test(text), 'must be one line')
    .default('Hearth <hearth@localhost>'),
  EMAIL_VERIFICATION: z.enum(['required', 'off']).optional(),
  SIGNUP: z.enum(['open', 'closed']).default('open'),
  PUBLIC_READING: onOff('on'),
  TRUSTED_PROXIES: list,
  RATE_LIMIT_SCALE: z.coerce.number().positive().max(1_000_000).default(1),
  /**
   * Client applications as `key:secret`, comma-separated; the first is our own web client. Names,
   * not secrets.
   */
  CONSUMERS: list
    .pipe(z.array(z.string().regex(/^[\w-]{1,64}:[\w-]{1,128}$/, 'must be key:secret')))
    .transform((pairs) => (pairs.length ? pairs : ['hearth-web:hearth-web'])),
  NATIVE_ORIGINS: list,
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /**
   * 32 bytes in base64url each, the current one first; by default a file in DATA_DIR created at the
   * first start.
   */
  SECRET_KEYS: z
    .string()
    .regex(
      /^[\w-]{43,}([,\s]+[\w-]{43,})*$/,
      'must be keys of 32 bytes in base64url, comma-separated',
    )
    .optional(),
  SEED_DEMO: z.enum(['on', 'off']).optional(),
});

export type Env = z.output<typeof envSchema> & {
  PUBLIC_ORIGIN: string;
  EMAIL_VERIFICATION: 'required' | 'off';
};

/** A setting is wrong or missing; the message is one line that names it. */
export class SettingError extends Error {}

/** Throws a SettingError for the first wrong setting. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = envSchema.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    throw new SettingError(`Setting ${String(issue.path[0])}: ${issue.message}`);
  }
  const env = result.data;
  if (env.S3_BUCKET && !(env.S3_ACCESS_KEY && env.S3_SECRET_KEY))
    throw new SettingError(
      'Setting S3_ACCESS_KEY: missing, as is or may be S3_SECRET_KEY (S3_BUCKET is set)',
    );
  return {
    ...env,
    PUBLIC_ORIGIN:
      env.PUBLIC_ORIGIN ??
      `http://${env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST}:${env.PORT}`,
    // A site must be usable before its mail is set up.
    EMAIL_VERIFICATION: env.EMAIL_VERIFICATION ?? (env.SMTP_URL ? 'required' : 'off'),
  };
}

let current: Env | undefined;

/** The settings of this process, checked once. */
export function env(): Env {
  return (current ??= readEnv());
}
