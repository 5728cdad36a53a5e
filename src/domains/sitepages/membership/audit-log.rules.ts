const labels: Record<string, string> = {
  accept_ownership: 'took over the ownership from',
  approve: 'approved the request of',
  approve_post: 'approved a post of',
  archive: 'closed the page',
  ban: 'banned',
  change_role: 'changed the role of',
  change_slug: 'changed the address',
  create_invite_link: 'created an invite link',
  edit: 'changed the settings',
  end_package: 'The package ended: the page has the default one again',
  offer_ownership: 'offered the ownership to',
  pin_post: 'pinned a post',
  publish: 'published the page',
  refuse: 'rejected the request of',
  reject_post: 'rejected a post of',
  remove: 'removed',
  reopen: 'opened the page again',
  revoke_invitation: 'revoked the invitation of',
  revoke_invite_link: 'ended an invite link',
  set_title: 'changed the title of',
  succession: 'The site handed the page over to',
  unban: 'ended the ban of',
  unpin_post: 'unpinned a post',
};

/** A sentence between the member who did it and the one it concerns. */
export const auditLabel = (action: string): string => labels[action] ?? action.replaceAll('_', ' ');
