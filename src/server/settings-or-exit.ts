import { env, type Env } from './env.ts';

export const wrongSetting = 78;

/** The settings of a starting server; exits with one line naming a wrong or missing one. */
export function settingsOrExit(): Env & { DATABASE_URL: string } {
  try {
    const { DATABASE_URL, ...others } = env();
    if (!DATABASE_URL)
      throw new Error(
        'Setting DATABASE_URL: missing (npm start sets it for the database it brings along)',
      );
    return { ...others, DATABASE_URL };
  } catch (error) {
    exitOnSetting((error as Error).message);
  }
}

/** EX_CONFIG: a service manager need not try again. */
export function exitOnSetting(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(wrongSetting);
}
