export const pictureKinds = ['jpeg', 'png', 'gif', 'webp', 'avif', 'heic'] as const;
export type PictureKind = (typeof pictureKinds)[number];

interface Source {
  input: string;
  kind: PictureKind;
  /** Output folder. */
  folder: string;
}

/** Task of the image process. */
export type PictureTask =
  | (Source & {
      make: 'master';
      /** Longest side; 2,560 without it. */ side?: number;
      /** Cut to a square. */ square?: boolean;
      /** Clockwise, in degrees. */ turn?: 90 | 180 | 270;
      /** Refused below this. */ least?: { width: number; height: number };
    })
  | (Source & { make: 'variants'; widths: number[] });

export interface Master {
  width: number;
  height: number;
  isAnimated: boolean;
  byteLength: number;
  /** A data: address. */
  placeholder: string;
}
