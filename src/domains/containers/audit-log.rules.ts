const labels: Record<string, string> = {
  accept_ownership: 'took over the ownership from',
  announce_post: 'announced a post to all members',
  approve: 'approved the request of',
  approve_page: 'approved it',
  approve_post: 'approved a post of',
  archive: 'closed it',
  ban: 'banned',
  change_role: 'changed the role of',
  change_slug: 'changed the address',
  close_comments: 'closed the comments on a post of',
  create_invite_link: 'created an invite link',
  decline_page: 'declined it',
  edit: 'changed the settings',
  end_custody: 'took it over, with the consent of the moderators',
  end_package: 'ended its package, so that it has the default one',
  export_members: 'downloaded the list of members',
  export_numbers: 'downloaded the numbers',
  give_package: 'gave it a package',
  open_comments: 'opened the comments on a post of',
  offer_ownership: 'offered the ownership to',
  pin_post: 'pinned a post',
  publish: 'published it',
  refuse: 'rejected the request of',
  reject_post: 'rejected a post of',
  remove: 'removed',
  remove_picture: 'removed the picture or cover',
  reopen: 'opened it again',
  revoke_invitation: 'revoked the invitation of',
  revoke_invite_link: 'ended an invite link',
  set_picture: 'changed the picture or cover',
  set_title: 'changed the title of',
  succession: 'handed it over to',
  site_archive: 'as a moderator of the site closed it',
  site_reopen: 'as a moderator of the site opened it again',
  site_ban: 'as a moderator of the site banned',
  site_remove: 'as a moderator of the site removed',
  site_unban: 'as a moderator of the site ended the ban of',
  submit: 'submitted it to the site',
  unban: 'ended the ban of',
  unpin_post: 'unpinned a post',
};

/** Done by the site itself, without a member. */
export const isBySite = (action: string): boolean =>
  ['approve_page', 'decline_page', 'end_package', 'give_package', 'succession'].includes(action);

/** A sentence between the member who did it and the one it concerns. */
export const auditLabel = (action: string): string => labels[action] ?? action.replaceAll('_', ' ');
