import { memberField } from '#lib/served-member.ts';

/**
 * The first field of every form of a member's screen: sent while somebody else is signed in it is
 * refused. In a form without `FormFields`, which has it.
 */
export function MemberField({ id }: { id: number | undefined }) {
  return id ? <input type="hidden" name={memberField(id)} /> : null;
}
