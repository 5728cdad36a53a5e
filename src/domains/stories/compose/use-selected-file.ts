import { useEffect, useEffectEvent, useState } from 'react';
import {
  clearSelectedStory,
  findSelectedStory,
  storeSelectedStory,
} from '#domains/stories/player/selected-story.store.ts';
import { filesProblem } from '#domains/stories/stories.rules.ts';

export interface SelectedFile {
  file: File;
  /** Object URL of the file. */
  address: string;
}

/**
 * File of a new story: dropped onto the tray, or restored from an earlier unsent dialog.
 * @param onChosen called for another file, whose predecessor's error no longer applies
 */
export function useSelectedFile(memberId: number, start: File[], onChosen: () => void) {
  const [chosen, setChosen] = useState<SelectedFile>();
  const [problem, setProblem] = useState<string | null>(null);
  const toSelectedFile = (file: File): SelectedFile => ({
    file,
    address: URL.createObjectURL(file),
  });
  const choose = (files: File[]) => {
    const found = filesProblem(files);
    setProblem(found);
    if (found) return;
    storeSelectedStory(memberId, files[0]!);
    setChosen(toSelectedFile(files[0]!));
    onChosen();
  };
  const remove = () => {
    clearSelectedStory(memberId);
    setChosen(undefined);
    setProblem(null);
    onChosen();
  };
  const restore = useEffectEvent(() => {
    if (start.length) choose(start);
    void findSelectedStory(memberId).then(
      (file) => file && setChosen((now) => now ?? toSelectedFile(file)),
    );
  });
  useEffect(() => restore(), [start]);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen]);
  return { chosen, problem, setProblem, choose, remove };
}
