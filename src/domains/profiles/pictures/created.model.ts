/** The answer to a call that creates a page or group. */
export interface CreatedAnswer {
  response: { content_url: string };
}

/** The path of its screen; addresses have an origin only for other programs. */
export const toCreatedPath = ({ response: { content_url: address } }: CreatedAnswer): string =>
  URL.parse(address)?.pathname ?? address;
