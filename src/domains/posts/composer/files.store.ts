import { isImage } from '#domains/media/media.rules.ts';
import { getStoredJson } from '#lib/browser-storage.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { toast } from '#ui/toast.ts';
import { $draft, changeDraft, complain, draftName, removeVideo } from './composer.store.ts';
import { draftFiles, sweepFiles } from './draft-files.store.ts';
import {
  draftFrom,
  isVideo,
  mostPhotos,
  photoProblem,
  photosProblem,
  videoProblem,
  videosProblem,
  type Draft,
  type FileLimits,
} from './draft.rules.ts';

/** Takes those files that can be photos of this post, and says why the others cannot. */
export function addPhotos(memberId: number, files: File[], limits: FileLimits): void {
  const excluded = photosProblem($draft.get());
  if (excluded) return complain([excluded]);
  const problems = files.map((file) => photoProblem(file, limits));
  const fit = files.filter((_, index) => problems[index] === null);
  const { photos } = $draft.get();
  const taken = fit
    .slice(0, mostPhotos - photos.length)
    .map((file) => ({ file, photo: { id: randomKey(), name: file.name, alt: '' } }));
  complain([
    ...problems,
    taken.length < fit.length ? `A post takes at most ${mostPhotos} photos.` : null,
  ]);
  changeDraft(memberId, { photos: [...photos, ...taken.map(({ photo }) => photo)] });
  for (const { file, photo } of taken) void draftFiles.store(photo.id, file, memberId);
}

/** One video; another one takes its place. */
export function addVideo(memberId: number, files: File[], limits: FileLimits): void {
  const [file] = files;
  if (!file) return;
  const problem =
    videosProblem($draft.get()) ??
    videoProblem(file, limits) ??
    (files.length > 1 ? 'A post takes one video.' : null);
  if (problem) return complain([problem]);
  removeVideo(memberId);
  const video = { id: randomKey(), name: file.name };
  changeDraft(memberId, { video });
  void draftFiles.store(video.id, file, memberId);
}

/** What was dropped on the box or pasted into it. */
export function addFiles(memberId: number, files: File[], limits: FileLimits): void {
  if (files.length === 1 && isVideo(files[0]!)) return addVideo(memberId, files, limits);
  // A text that came along is no photo and no complaint, unless it came alone.
  const images = files.filter(isImage);
  addPhotos(memberId, images.length > 0 ? images : files, limits);
}

const idsOf = ({ photos, video }: Draft) =>
  [...photos, ...(video ? [video] : [])].map(({ id }) => id);

/** Those of another window, which writes a draft down before its files. */
export async function showFiles(memberId: number, tries = 5): Promise<void> {
  const found = await Promise.all(idsOf($draft.get()).map((id) => draftFiles.find(id, memberId)));
  if (found.includes(undefined) && tries > 1)
    setTimeout(() => void showFiles(memberId, tries - 1), 1_000);
}

/**
 * The files of a kept draft, for their previews. One that the browser has dropped meanwhile is said
 * to be gone.
 */
export async function restoreFiles(memberId: number): Promise<void> {
  const ids = idsOf($draft.get());
  const found = await Promise.all(ids.map((id) => draftFiles.find(id, memberId)));
  const gone = new Set(ids.filter((_, index) => !found[index]));
  const draft = $draft.get();
  if (gone.size > 0) {
    changeDraft(memberId, {
      photos: draft.photos.filter(({ id }) => !gone.has(id)),
      video: draft.video && gone.has(draft.video.id) ? null : draft.video,
    });
    toast.warning('Some files of your draft are no longer on this device. Please add them again.');
  }
  // Read anew: another tab may have added some meanwhile.
  await sweepFiles(memberId, draftFrom(getStoredJson(draftName(memberId))));
}
