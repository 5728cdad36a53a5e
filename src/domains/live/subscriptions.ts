/** Something that a tab of this browser shows. */
export interface OnScreen {
  subject: string;
  /** Wire time up to which that tab knows it. */
  since: string;
  /** Names the tab, and the turn in which the subject is on its screen. */
  key: string;
}

interface Saying {
  /** Each once; with a time where what has changed since then is not known. */
  subjects: string;
  /** The server has it. */
  done: () => void;
}

export interface Subscriptions {
  /** What to say to the server of what is on the screens; undefined when it knows. */
  next(shown: OnScreen[]): Saying | undefined;
  /** The line was cut; up to that moment everything was heard. */
  cut(heardUpTo: string): void;
}

/** More the server does not take. */
const mostWatched = 60;

/** Of the newest, so many subjects. */
function newest(shown: OnScreen[]): OnScreen[] {
  const subjects = new Set<string>();
  const kept = shown
    .toReversed()
    .filter(
      ({ subject }) =>
        subjects.has(subject) || (subjects.size < mostWatched && subjects.add(subject)),
    );
  return kept.reverse();
}

/** The earlier of two wire times of which either may be unknown. */
function earlier(a: string, b: string): string {
  if (!a || !b) return a || b;
  return a < b ? a : b;
}

/** What a stream tells of, and up to when each of it is known. */
export function createSubscriptions(): Subscriptions {
  let told = new Set<string>();
  /** What the stream before this one told of, up to then. */
  const heard = new Map<string, string>();

  const unknownSince = ({ key, since }: OnScreen) => {
    if (told.has(key)) return '';
    const before = heard.get(key) ?? '';
    return before > since ? before : since;
  };

  function next(shown: OnScreen[]): Saying | undefined {
    const kept = newest(shown);
    const keys = new Set(kept.map(({ key }) => key));
    if (keys.size === told.size && [...keys].every((key) => told.has(key))) return undefined;
    const moments = new Map<string, string>();
    for (const one of kept) {
      const [known = '', since] = [moments.get(one.subject), unknownSince(one)];
      moments.set(one.subject, earlier(known, since));
    }
    const subjects = [...moments]
      .map(([subject, since]) => (since ? `${subject}@${since}` : subject))
      .join(',');
    return {
      subjects,
      done: () => {
        told = keys;
        heard.clear();
      },
    };
  }

  function cut(heardUpTo: string) {
    for (const key of told) heard.set(key, heardUpTo);
    told = new Set();
  }

  return { next, cut };
}
