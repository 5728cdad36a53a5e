/** A subject shown by a tab of this browser. */
export interface ShownSubject {
  subject: string;
  /** Wire time of the state the tab shows. */
  since: string;
  /** Identifies the tab and the subject's appearance on its screen. */
  key: string;
}

interface SubscriptionUpdate {
  /** Without duplicates; with a time if changes since then are unknown. */
  subjects: string;
  /** Call once the server has accepted it. */
  done: () => void;
}

export interface Subscriptions {
  /** The next subscription to send; undefined if the server's is current. */
  next(shown: ShownSubject[]): SubscriptionUpdate | undefined;
  /** Call when disconnected; all events up to that time were received. */
  disconnect(receivedUpTo: string): void;
}

/** Limit of the server. */
const maxSubjects = 60;

/** Entries of the newest subjects, up to the limit. */
function newest(shown: ShownSubject[]): ShownSubject[] {
  const subjects = new Set<string>();
  const entries = shown
    .toReversed()
    .filter(
      ({ subject }) =>
        subjects.has(subject) || (subjects.size < maxSubjects && subjects.add(subject)),
    );
  return entries.reverse();
}

/** The earlier of two wire times, either of which may be empty. */
function earlier(a: string, b: string): string {
  if (!a || !b) return a || b;
  return a < b ? a : b;
}

/** Tracks the subjects subscribed to and up to when each is known. */
export function createSubscriptions(): Subscriptions {
  let subscribedKeys = new Set<string>();
  /** Subjects of the previous stream with the time up to which they are known. */
  const previouslyKnown = new Map<string, string>();

  const unknownSince = ({ key, since }: ShownSubject) => {
    if (subscribedKeys.has(key)) return '';
    const before = previouslyKnown.get(key) ?? '';
    return before > since ? before : since;
  };

  function next(shown: ShownSubject[]): SubscriptionUpdate | undefined {
    const entries = newest(shown);
    const keys = new Set(entries.map(({ key }) => key));
    if (keys.size === subscribedKeys.size && [...keys].every((key) => subscribedKeys.has(key)))
      return undefined;
    const times = new Map<string, string>();
    for (const one of entries) {
      const [known = '', since] = [times.get(one.subject), unknownSince(one)];
      times.set(one.subject, earlier(known, since));
    }
    const subjects = [...times]
      .map(([subject, since]) => (since ? `${subject}@${since}` : subject))
      .join(',');
    return {
      subjects,
      done: () => {
        subscribedKeys = keys;
        previouslyKnown.clear();
      },
    };
  }

  function disconnect(receivedUpTo: string) {
    for (const key of subscribedKeys) previouslyKnown.set(key, receivedUpTo);
    subscribedKeys = new Set();
  }

  return { next, disconnect };
}
