/** A link as the calls of the kinds of containers answer it. */
export interface InviteLinkAnswer {
  link_id: number;
  /** Null: any number of times. */
  uses_left: number | null;
  /** Wire time. */
  expires: string;
}

/** A link by which members join a container. */
export interface InviteLinkModel {
  id: number;
  /** Null: any number of times. */
  usesLeft: number | null;
  /** Wire time. */
  expiresAt: string;
}

export const toInviteLink = (wire: InviteLinkAnswer): InviteLinkModel => ({
  id: wire.link_id,
  usesLeft: wire.uses_left,
  expiresAt: wire.expires,
});

/** The answer to creating a link, the only one with its address. */
export interface NewLinkAnswer {
  link_id: number;
  url: string;
}

export interface NewLinkModel {
  id: number;
  url: string;
}

export const toNewLink = ({ link_id: id, url }: NewLinkAnswer): NewLinkModel => ({ id, url });

/** Names a link in a call, beside its container. */
export interface LinkInput {
  link_id: number;
}

export const toLinkInput = (id: number): LinkInput => ({ link_id: id });
