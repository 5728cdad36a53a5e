import { addressKey } from '#server/http/client-address.ts';

/** The caller, for limits and for the list of devices. */
export interface Caller {
  /** Network address. */
  address: string;
  userAgent: string;
  /** Id of the browser or app: the device cookie, or a native client's own id. */
  device?: string;
}

/** Key of the caller in limits. */
export const callerKey = ({ address }: Caller) => addressKey(address);
