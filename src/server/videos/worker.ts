import { Console } from 'node:console';
import { statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type StreamTargetChunk,
} from 'mediabunny';
import { isNoSpace } from '#server/no-space.ts';
import type { VideoAnswer, VideoFacts, VideoTask } from './task.ts';

// Standard output is the result, and libraries print warnings about a file there.
globalThis.console = new Console(process.stderr, process.stderr);

// Runs in its own process (see videos.ts), one per video. It copies coded frames and audio without
// decoding them, and drops everything else: locations, dates, device names, sensor tracks, and
// hidden data.

const longestSide = 8_192;

/** Ends the process with a reason that the parent understands. */
class UnsuitableFile extends Error {}

/** Allowed difference in seconds between the announced and the actual duration. */
const tolerance = (promised: number) => Math.max(1, promised * 0.05);

async function lengthOf(tracks: InputTrack[], input: Input, longest: number): Promise<number> {
  const promised = (await input.getDurationFromMetadata(tracks)) ?? 0;
  if (promised > longest + 1) throw new UnsuitableFile('too_long');
  const found = await input.computeDuration(tracks);
  if (!(found > 0)) throw new UnsuitableFile('unreadable');
  if (found > longest + 1) throw new UnsuitableFile('too_long');
  if (promised - found > tolerance(promised)) throw new UnsuitableFile('truncated');
  return found;
}

async function check(video: InputVideoTrack) {
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!width || !height) throw new UnsuitableFile('unreadable');
  if (width > longestSide || height > longestSide) throw new UnsuitableFile('too_large');
  return { width, height };
}

async function pump(
  track: InputTrack,
  expected: number,
  add: (
    packet: NonNullable<Awaited<ReturnType<EncodedPacketSink['getFirstPacket']>>>,
    isFirst: boolean,
  ) => Promise<void>,
) {
  let count = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await add(packet, count === 0);
    count++;
  }
  if (count < expected) throw new UnsuitableFile('truncated');
}

async function addVideo(output: Output, track: InputVideoTrack) {
  const config = await track.getDecoderConfig();
  const codec = await track.getCodec();
  if (!config || !codec) throw new UnsuitableFile('unknown');
  const { packetCount } = await track.computePacketStats();
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, {
    transformationMatrix: await track.getTransformationMatrix(),
    maximumPacketCount: packetCount,
  });
  return async () => {
    await pump(track, packetCount, (packet, isFirst) =>
      source.add(packet, isFirst ? { decoderConfig: config } : undefined),
    );
    source.close();
  };
}

async function addAudio(output: Output, track: InputAudioTrack) {
  const config = await track.getDecoderConfig();
  const codec = await track.getCodec();
  if (!config || !codec) throw new UnsuitableFile('unknown');
  const { packetCount } = await track.computePacketStats();
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: packetCount });
  return async () => {
    await pump(track, packetCount, (packet, isFirst) =>
      source.add(packet, isFirst ? { decoderConfig: config } : undefined),
    );
    source.close();
  };
}

/** Unlike the library's own FilePathTarget, detects partial writes on a full disk. */
function fileTarget(path: string): StreamTarget {
  let handle: FileHandle;
  const file = new WritableStream<StreamTargetChunk>({
    async start() {
      handle = await open(path, 'w');
    },
    async write({ data, position }) {
      for (let done = 0; done < data.byteLength;) {
        const { bytesWritten } = await handle.write(
          data,
          done,
          data.byteLength - done,
          position + done,
        );
        done += bytesWritten;
      }
    },
    close: () => handle.close(),
  });
  return new StreamTarget(file, { chunked: true });
}

async function rewrite({ input: path, kind, folder, longest }: VideoTask): Promise<VideoFacts> {
  const input = new Input({
    formats: kind === 'webm' ? [WEBM] : [MP4, QTFF],
    source: new FilePathSource(path),
  });
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new UnsuitableFile('unreadable');
  const audio = await input.getPrimaryAudioTrack();
  const size = await check(video);
  const durationSeconds = await lengthOf(audio ? [video, audio] : [video], input, longest);
  // The index comes first, so that playback starts early; space for it is reserved, since a video
  // is never entirely in memory.
  const format =
    kind === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'reserve' });
  const codecs = [await video.getCodec(), ...(audio ? [await audio.getCodec()] : [])];
  if (!codecs.every((codec) => codec && format.getSupportedCodecs().includes(codec)))
    throw new UnsuitableFile('unknown');
  const file = join(folder, 'video');
  const output = new Output({ format, target: fileTarget(file) });
  const copies = [await addVideo(output, video), ...(audio ? [await addAudio(output, audio)] : [])];
  await output.start();
  await Promise.all(copies.map((copy) => copy()));
  await output.finalize();
  return {
    ...size,
    durationSeconds,
    container: kind === 'webm' ? 'webm' : 'mp4',
    byteLength: statSync(file).size,
    videoCodec: (await video.getCodecParameterString()) ?? '',
    audioCodec: audio ? ((await audio.getCodecParameterString()) ?? '') : null,
  };
}

const answer = (result: VideoAnswer | { problem: string; detail?: string }) =>
  process.stdout.write(JSON.stringify(result));
try {
  answer(await rewrite(JSON.parse(process.argv[2]!) as VideoTask));
} catch (error) {
  const problem = isNoSpace(error) ? 'no_space' : 'unreadable';
  answer({
    problem: error instanceof UnsuitableFile ? error.message : problem,
    detail: String(error).slice(0, 300),
  });
  process.exitCode = 3;
}
