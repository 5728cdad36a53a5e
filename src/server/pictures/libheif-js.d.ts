declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    width: number;
    height: number;
    data: Uint8ClampedArray;
  }
  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Fills the given pixels and gives them back, or null. */
    display(pixels: Pixels, done: (pixels: Pixels | null) => void): void;
  }
  const libheif: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
