export const pictureKinds = ['jpeg', 'png', 'gif', 'webp', 'avif', 'heic'] as const;
export type PictureKind = (typeof pictureKinds)[number];

interface Source {
  input: string;
  kind: PictureKind;
  /** Output folder. */
  folder: string;
}

export interface Size {
  width: number;
  height: number;
}

export interface Shape {
  /** Longest side; 2,560 without it. */
  side?: number;
  /** Cut to a square. */
  square?: boolean;
  /** Widths of smaller files beside it. */
  sizes?: readonly number[];
}

/** Task of the image process. */
export type PictureTask =
  | (Source &
      Shape & {
        make: 'master';
        /** Another file made of the same pixels, `cut.webp`. */ cut?: Shape;
        /** Clockwise, in degrees. */ turn?: 90 | 180 | 270;
        /** Refused below this. */ least?: Size;
      })
  | (Source & { make: 'variants'; widths: number[] })
  /** `preview.jpg`, cut to the size if one is given. */
  | (Source & { make: 'jpeg'; size?: Size | undefined })
  /** `preview.jpg` with words; `input` is the font of the text, beside which the bold one lies. */
  | (CardWords & { make: 'card'; input: string; folder: string });

export interface CardWords {
  title: string;
  text: string;
  /** Name of the site. */
  site: string;
}

export interface Master extends Size {
  isAnimated: boolean;
  byteLength: number;
  /** A data: address. */
  placeholder: string;
  /** Size of `cut.webp`, if one was wanted. */
  cut?: Size;
}
