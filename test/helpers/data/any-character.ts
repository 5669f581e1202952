import * as fc from 'fast-check';

/** Any Unicode code point, including surrogates. fast-check's own unit "binary" takes seconds to create. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code));
