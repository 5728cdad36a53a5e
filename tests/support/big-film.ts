import { join } from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/**
 * Writes a film of four seconds and some `megabytes`: clip.mp4 with pictures that are much larger
 * than they need to be.
 */
export async function makeBigFilm(path: string, megabytes: number): Promise<void> {
  const input = new Input({
    formats: [MP4],
    source: new FilePathSource(join(import.meta.dirname, '../fixtures/clip.mp4')),
  });
  const [video, audio] = [
    (await input.getPrimaryVideoTrack())!,
    (await input.getPrimaryAudioTrack())!,
  ];
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  const [pictures, sound] = [
    new EncodedVideoPacketSource('avc'),
    new EncodedAudioPacketSource('aac'),
  ];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const { packetCount } = await video.computePacketStats();
  const filler = new Uint8Array(Math.floor((megabytes * 1024 * 1024) / packetCount));
  const first = {
    video: { decoderConfig: (await video.getDecoderConfig())! },
    audio: { decoderConfig: (await audio.getDecoderConfig())! },
  };
  for await (const packet of new EncodedPacketSink(video).packets()) {
    await pictures.add(
      new EncodedPacket(
        Buffer.concat([packet.data, filler]),
        packet.type,
        packet.timestamp,
        packet.duration,
      ),
      first.video,
    );
  }
  pictures.close();
  for await (const packet of new EncodedPacketSink(audio).packets())
    await sound.add(packet, first.audio);
  sound.close();
  await output.finalize();
}
