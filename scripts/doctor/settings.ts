import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/root.ts';
import type { Settings } from '../launch/settings.ts';
import { isLocal, ok, warning, wrong, type Finding } from './finding.ts';

export function checkSettings(settings: Settings): Finding[] {
  const { PUBLIC_ORIGIN, HOST, TRUSTED_PROXIES, RATE_LIMIT_SCALE } = settings;
  const findings = [ok('settings', `all valid; the site calls itself ${PUBLIC_ORIGIN}`)];
  if (!isLocal(`http://${HOST}`) && isLocal(PUBLIC_ORIGIN)) {
    findings.push(
      warning(
        'settings',
        `links in pages and mails lead to ${PUBLIC_ORIGIN}: set PUBLIC_ORIGIN to the address people use`,
      ),
    );
  }
  if (PUBLIC_ORIGIN.startsWith('http:') && !isLocal(PUBLIC_ORIGIN)) {
    findings.push(
      warning(
        'settings',
        'passwords travel readable for everybody: put a proxy with TLS in front and set PUBLIC_ORIGIN to its https address',
      ),
    );
  }
  if (PUBLIC_ORIGIN.startsWith('https:') && TRUSTED_PROXIES.length === 0) {
    findings.push(
      warning(
        'settings',
        "all visitors seem to come from the proxy's address and share their limits: set TRUSTED_PROXIES to it",
      ),
    );
  }
  if (RATE_LIMIT_SCALE > 10)
    findings.push(
      warning(
        'settings',
        `RATE_LIMIT_SCALE is ${RATE_LIMIT_SCALE}: passwords can be guessed that much faster`,
      ),
    );
  return findings;
}

/** Files with secrets must be readable by their owner only. */
export function checkSecrets({ DATA_DIR, SECRET_KEYS, DATABASE_URL }: Settings): Finding[] {
  const files = [
    join(root, '.env'),
    join(DATA_DIR, 'secret-keys'),
    join(DATA_DIR, 'postgres', 'password'),
    join(DATA_DIR, 'postgres', 'admin-password'),
  ];
  const open =
    process.platform === 'win32'
      ? []
      : files.filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0);
  const findings = open.map((file) =>
    wrong('secrets', `other accounts may read ${file}: chmod 600 ${file}`),
  );
  const password = DATABASE_URL ? decodeURIComponent(new URL(DATABASE_URL).password) : undefined;
  if (
    password !== undefined &&
    ['postgres', 'password', 'hearth', 'secret', 'changeme', '123456'].includes(password)
  ) {
    findings.push(
      wrong(
        'secrets',
        'the password in DATABASE_URL is one that everybody tries first: give the role another one',
      ),
    );
  }
  if (findings.length) return findings;
  if (SECRET_KEYS) return [ok('secrets', 'keys from SECRET_KEYS')];
  const keys = existsSync(files[1] as string)
    ? 'keys in the data folder, readable by their owner alone'
    : 'keys are made at the first start';
  return [ok('secrets', keys)];
}
