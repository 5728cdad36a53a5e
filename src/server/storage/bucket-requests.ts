import { Readable } from 'node:stream';
import { BucketAway } from './bucket-away.ts';

/** After a silent request the others fail at once; this often one of them is sent as a probe. */
const probeEvery = 1_000;

/** Silence is counted in turns, so that one in which this process did not run counts once. */
const turns = 8;

interface Failure extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The error under the store's or the system's own name. */
function toAway(bucket: string, cause: unknown): BucketAway {
  const { name, code = name, message, $metadata } = cause as Failure;
  const status = $metadata?.httpStatusCode;
  return new BucketAway(bucket, {
    code,
    status,
    message: status ? `${code} (${status})` : message || code,
    cause,
  });
}

export interface BucketRequests {
  /**
   * Sends one request; throws `BucketAway` if it fails.
   * @param request pass it the signal, and call `onProgress` whenever part of a body was sent
   */
  send<Answer>(
    request: (signal: AbortSignal, onProgress: () => void) => Promise<Answer>,
  ): Promise<Answer>;
  /** The body of an answer; fails when it is waited for too long, not while its reader pauses. */
  body(stream: Readable): Readable;
}

/**
 * Aborts a request once nothing of it has moved for `maxSilence` milliseconds: the look-up of the
 * name, the connection, the body, or the answer. If nothing else was answered meanwhile, the store
 * itself is silent: then requests fail at once, but for a probe, until one is answered.
 * @param bucket bucket and store, for the log
 */
export function bucketRequests(bucket: string, maxSilence: number): BucketRequests {
  const silent = () =>
    new BucketAway(bucket, {
      code: 'ETIMEDOUT',
      message: `no answer within ${maxSilence / 1_000} s`,
    });
  let answeredAt = -Infinity;
  let isSilent = false;
  let probeAt = 0;

  function admit(now: number) {
    if (!isSilent) return;
    if (now < probeAt) throw silent();
    probeAt = now + maxSilence + probeEvery;
  }

  const noteAnswer = () => {
    answeredAt = performance.now();
    isSilent = false;
  };

  async function within<Result>(
    work: (signal: AbortSignal, onProgress: () => void) => Promise<Result>,
  ): Promise<Result> {
    const stop = new AbortController();
    let missed = 0;
    let timer: NodeJS.Timeout;
    const silence = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        missed += 1;
        if (missed < turns) return;
        reject(silent());
        stop.abort();
      }, maxSilence / turns);
    });
    const onProgress = () => {
      missed = 0;
      timer.refresh();
    };
    try {
      return await Promise.race([work(stop.signal, onProgress), silence]);
    } finally {
      clearInterval(timer!);
    }
  }

  return {
    async send(request) {
      const startedAt = performance.now();
      admit(startedAt);
      try {
        const answer = await within(request);
        noteAnswer();
        return answer;
      } catch (error) {
        if (!(error instanceof BucketAway)) {
          noteAnswer();
          throw toAway(bucket, error);
        }
        if (answeredAt < startedAt) {
          isSilent = true;
          probeAt = performance.now() + probeEvery;
        }
        throw error;
      }
    },

    body(stream) {
      const chunks = stream[Symbol.asyncIterator]();
      return new Readable({
        read() {
          within(() => chunks.next()).then(
            ({ done, value }) => this.push(done ? null : value),
            (error: Error) => this.destroy(error),
          );
        },
        destroy(error, done) {
          stream.destroy();
          done(error);
        },
      });
    },
  };
}
