/** Maximum size; the server makes smaller variants of it. */
const longestSide = 1_280;
/** Milliseconds after which a file counts as one that the browser cannot decode. */
const patience = 8_000;

function event(target: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name}`)), patience);
    const settle = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    target.addEventListener(name, settle(resolve), { once: true });
    target.addEventListener(
      'error',
      settle(() => reject(new Error('not playable here'))),
      { once: true },
    );
  });
}

async function draw(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return undefined;
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return (
    (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))) ??
    undefined
  );
}

/**
 * A still at one second, because the first frame is often black; undefined if the browser cannot
 * play the video.
 */
export async function posterOf(file: Blob): Promise<File | undefined> {
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.playsInline = true;
  try {
    const isLoaded = event(video, 'loadeddata');
    video.src = address;
    await isLoaded;
    const isThere = event(video, 'seeked');
    video.currentTime = Math.min(1, (Number.isFinite(video.duration) ? video.duration : 0) / 2);
    await isThere;
    const still = await draw(video);
    return still && new File([still], 'still.jpg', { type: still.type });
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}
