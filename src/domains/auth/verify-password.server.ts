import { db } from '#server/db.ts';
import { httpError, invalid, notFound } from '#server/errors.ts';
import { consume } from '#server/limits.ts';
import { findAccountById, type Account } from './accounts.server.ts';
import { checkPassword } from './passwords.server.ts';

/**
 * The member's account, after their password was entered again. Tries are counted.
 * @param field the form field that gets the error
 */
export async function needPassword(
  member: { id: number },
  password: string | undefined,
  field = 'password',
): Promise<Account> {
  if (!password) throw httpError('password_required', 'Please enter your password.');
  await consume(['credentialChange', member.id]);
  const account = await findAccountById(db, member.id);
  if (account?.status !== 'active') throw notFound();
  const { fits } = await checkPassword(password, account.passwordHash);
  if (!fits) throw invalid('This password is wrong.', field);
  return account;
}
