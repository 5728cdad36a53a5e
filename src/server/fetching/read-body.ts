import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './guard.ts';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Content encodings that can be decoded here. */
export const acceptEncoding = 'gzip, deflate, br';

function decoded(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return answer;
  if (!Object.hasOwn(decoders, encoding)) throw new FetchError('encoding');
  return pipeline(answer, decoders[encoding as keyof typeof decoders](), () => {});
}

/**
 * Reads the decompressed body, at most `maxBytes`. The limit counts output bytes, so a compression
 * bomb stops there too.
 * @param whenLonger 'cut' keeps the beginning, 'refuse' keeps nothing
 */
export async function readBody(
  answer: IncomingMessage,
  maxBytes: number,
  whenLonger: 'cut' | 'refuse',
): Promise<Buffer> {
  if (whenLonger === 'refuse' && Number(answer.headers['content-length']) > maxBytes)
    throw new FetchError('size');
  const chunks: Buffer[] = [];
  let length = 0;
  const stream = decoded(answer);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes && whenLonger === 'refuse') throw new FetchError('size');
      if (length >= maxBytes && whenLonger === 'cut') break;
    }
  } catch (error) {
    throw error instanceof FetchError ? error : new FetchError('network');
  } finally {
    stream.destroy();
    answer.destroy();
  }
  return Buffer.concat(chunks, Math.min(length, maxBytes));
}
