import { isImage } from '#domains/media/media.rules.ts';
import { describedPhotos, photoFields, toPhoto } from '#lib/draft-photos.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { announce, toast } from '#ui/toast.ts';
import { $draft, changeDraft, draftFiles, draftName, drafts } from './composer.store.ts';
import {
  emptyDraft,
  fileIds,
  isVideo,
  maxPhotos,
  moved,
  photoProblem,
  photosProblem,
  videoProblem,
  videosProblem,
  type Draft,
  type FileLimits,
} from './draft.rules.ts';

/** Shows each problem once. */
const showProblems = (problems: (string | null)[]): void => {
  for (const problem of new Set(problems)) if (problem) toast.error(problem);
};

export function removeVideo(memberId: number): void {
  const { video } = $draft.get();
  if (video) void draftFiles.remove([video.id], memberId);
  changeDraft(memberId, { video: null });
}

export function removePhotos(memberId: number, ids: string[]): void {
  void draftFiles.remove(ids, memberId);
  changeDraft(memberId, { photos: $draft.get().photos.filter(({ id }) => !ids.includes(id)) });
}

export const describePhoto = (memberId: number, id: string, alt: string): void =>
  changeDraft(memberId, { photos: describedPhotos($draft.get().photos, id, alt) });

export function movePhoto(memberId: number, id: string, by: number): void {
  const { photos } = $draft.get();
  const indexIn = (list: typeof photos) => list.findIndex((photo) => photo.id === id);
  const next = moved(photos, indexIn(photos), by);
  changeDraft(memberId, { photos: next });
  announce(`Photo ${indexIn(next) + 1} of ${next.length}`);
}

/** Adds the files that can be photos of this post and shows why others cannot. */
export function addPhotos(memberId: number, files: File[], limits: FileLimits): void {
  const conflict = photosProblem($draft.get());
  if (conflict) return showProblems([conflict]);
  const problems = files.map((file) => photoProblem(file, limits));
  const fit = files.filter((_, index) => problems[index] === null);
  const { photos } = $draft.get();
  const taken = fit.slice(0, maxPhotos - photos.length).map(toPhoto);
  showProblems([
    ...problems,
    taken.length < fit.length ? `You can add up to ${maxPhotos} photos to a post.` : null,
  ]);
  changeDraft(memberId, { photos: [...photos, ...taken.map(({ photo }) => photo)] });
  for (const { file, photo } of taken) void draftFiles.store(photo.id, file, memberId);
}

/** Adds the video, or replaces it. */
export function addVideo(memberId: number, files: File[], limits: FileLimits): void {
  const [file] = files;
  if (!file) return;
  const problem =
    videosProblem($draft.get()) ??
    videoProblem(file, limits) ??
    (files.length > 1 ? 'A post can have one video.' : null);
  if (problem) return showProblems([problem]);
  removeVideo(memberId);
  const video = { id: randomKey(), name: file.name };
  changeDraft(memberId, { video });
  void draftFiles.store(video.id, file, memberId);
}

/** Adds dropped or pasted files. */
export function addFiles(memberId: number, files: File[], limits: FileLimits): void {
  if (files.length === 1 && isVideo(files[0]!)) return addVideo(memberId, files, limits);
  // Other files beside images are ignored without an error.
  const images = files.filter(isImage);
  addPhotos(memberId, images.length > 0 ? images : files, limits);
}

/** Waits for the files of another window, which stores a draft before its files. */
export const showFiles = (memberId: number): unknown =>
  draftFiles.findAll(fileIds($draft.get()), 5, memberId);

/** Loads the files of a stored draft for their previews; shows which ones the browser has lost. */
export async function restoreFiles(memberId: number): Promise<void> {
  const ids = fileIds($draft.get());
  const found = await draftFiles.findAll(ids, 1, memberId);
  const missing = new Set(ids.filter((_, index) => !found[index]));
  const draft = $draft.get();
  if (missing.size > 0) {
    changeDraft(memberId, {
      photos: draft.photos.filter(({ id }) => !missing.has(id)),
      video: draft.video && missing.has(draft.video.id) ? null : draft.video,
    });
    toast.warning('Some files of your draft are no longer on this device. Please add them again.');
  }
  // Reads the draft again: another tab may have added files.
  await draftFiles.prune(fileIds(drafts.getStored(draftName(memberId)) ?? emptyDraft), memberId);
}

/** The files of the draft as form fields, or null if the browser has lost one. */
export async function uploadFields(
  memberId: number,
  draft: Draft,
): Promise<Record<string, Blob | string> | null> {
  const found = await draftFiles.findAll(fileIds(draft), 1, memberId);
  if (!draft.video) return photoFields(draft.photos, found);
  const [filedata] = found;
  if (!filedata) return null;
  const { posterOf } = await import('./video-poster.ts');
  const photo = await posterOf(filedata);
  return photo ? { photo, filedata } : { filedata };
}
