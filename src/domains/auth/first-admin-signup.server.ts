import {
  firstAdminLinkRefused,
  isFirstAdminLinkGood,
  makeFirstAdmin,
} from '#domains/members/first-admin.server.ts';
import type { Caller } from '#server/caller.ts';
import { db } from '#server/db.ts';
import type { Signup } from './auth.schema.ts';
import type { LoggedIn } from './login.server.ts';
import { hashPassword } from './passwords.server.ts';
import { checkAccountFields, createActiveMember, refuseTakenNames } from './signup.server.ts';

/**
 * Creates an account with the link, even while sign-up is closed and before mail works: access to
 * the server's terminal is proof enough.
 */
export async function signUpFirstAdmin(
  code: string,
  input: Signup,
  caller: Caller,
): Promise<LoggedIn> {
  if (!(await isFirstAdminLinkGood(code, caller))) throw firstAdminLinkRefused();
  await checkAccountFields(input);
  const passwordHash = await hashPassword(input.password);
  return refuseTakenNames(() =>
    db.transaction(async (tx) => {
      const loggedIn = await createActiveMember(tx, input, passwordHash, caller);
      await makeFirstAdmin(tx, code, loggedIn.memberId);
      return loggedIn;
    }),
  );
}
