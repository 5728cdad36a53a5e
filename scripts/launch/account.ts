import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from './cli-error.ts';

export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account for running PostgreSQL when we are root, which it refuses. Undefined: our own
 * account.
 */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new CliError(
      'PostgreSQL must not run as root, and the account "nobody" is missing here. Start as another user, or set DATABASE_URL.',
    );
  // macOS writes nobody as -2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** The permission bit that lets the account traverse a folder with that owner and group. */
function searchBit(folder: Account, account: Account): number {
  if (folder.uid === account.uid) return 0o100;
  return folder.gid === account.gid ? 0o010 : 0o001;
}

/** The first folder on the path that the account cannot traverse. */
export function closedFolder(path: string, account: Account | undefined): string | undefined {
  if (!account) return undefined;
  const parent = dirname(path);
  if (parent === path) return undefined;
  const above = closedFolder(parent, account);
  if (above) return above;
  const folder = statSync(parent);
  return folder.mode & searchBit(folder, account) ? undefined : parent;
}
