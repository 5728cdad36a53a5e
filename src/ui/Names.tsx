import { nameParts } from '#lib/names.ts';

export interface NamesProps {
  names: string[];
  /** Number of people beyond those named. */
  others?: number;
}

/** Several names in a sentence, each in its own direction: 'Bo Reed, Cy Tan and 3 others'. */
export function Names({ names, others = 0 }: NamesProps) {
  return nameParts(names, others).map(({ text, isName }, index) =>
    isName ? <bdi key={index}>{text}</bdi> : text,
  );
}
