/** The part of fontkit that the application uses. The package has no types. */
declare module 'fontkit' {
  export type Font = {
    readonly postscriptName: string;
    readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
    /** The names of its tables. */
    readonly directory: { readonly tables: Readonly<Record<string, unknown>> };
    readonly 'OS/2'?: { readonly fsType?: Readonly<Record<string, boolean>> };
  };
  export function create(bytes: Uint8Array): Font | { readonly fonts: readonly Font[] };
}
