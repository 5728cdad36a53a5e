import { useEffect, useState } from 'react';
import { findChosen, forgetChosen, keepChosen } from './selected-story.store.ts';
import { filesProblem } from './stories.rules.ts';

export interface Chosen {
  file: File;
  /** To show it from. */
  address: string;
}

/**
 * The file of a new story: what was dropped onto the strip, else what was chosen before and not
 * told yet.
 * @param onChosen another file: what was said of the one before is over
 */
export function useChosen(memberId: number, start: File[], onChosen: () => void) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string | null>(null);
  const shown = (file: File): Chosen => ({ file, address: URL.createObjectURL(file) });
  const choose = (files: File[]) => {
    const found = filesProblem(files);
    setProblem(found);
    if (found) return;
    keepChosen(memberId, files[0]!);
    setChosen(shown(files[0]!));
    onChosen();
  };
  const remove = () => {
    forgetChosen(memberId);
    setChosen(undefined);
    setProblem(null);
    onChosen();
  };
  useEffect(() => {
    if (start.length) choose(start);
    void findChosen(memberId).then((file) => file && setChosen((now) => now ?? shown(file)));
  }, [start]);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen]);
  return { chosen, problem, setProblem, choose, remove };
}
