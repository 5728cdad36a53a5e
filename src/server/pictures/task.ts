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
  | (Source & { make: 'variants'; widths: number[] })
  /** `preview.jpg`, cut to the size if one is given. */
  | (Source & { make: 'jpeg'; size?: { width: number; height: number } | undefined })
  /** `preview.jpg` with words; `input` is the font of the text, beside which the bold one lies. */
  | (CardWords & { make: 'card'; input: string; folder: string });

export interface CardWords {
  title: string;
  text: string;
  /** Name of the site. */
  site: string;
}

export interface Master {
  width: number;
  height: number;
  isAnimated: boolean;
  byteLength: number;
  /** A data: address. */
  placeholder: string;
}
