import { constants, deflateSync } from 'node:zlib';
import { makeRawPdf } from './make-files.ts';

/** Creates a PDF of 1 kB whose character map has one range of 16 million codes. */
export const makeRangeBomb = (): Buffer<ArrayBuffer> =>
  makePdfWithCharacterMap('Encoding', '1 begincidrange <00000000> <00FFFFFE> 0 endcidrange');

/** Creates small PDF files that need gigabytes of memory. */
export const bombs: readonly { readonly name: string; readonly make: () => Buffer<ArrayBuffer> }[] = [
  { name: 'a character map with one range of 16 million codes', make: makeRangeBomb },
  {
    name: 'a Unicode map with one range of 16 million codes',
    make: () => makePdfWithCharacterMap('ToUnicode', '1 beginbfrange <00000000> <00FFFFFE> <0041> endbfrange'),
  },
  { name: 'a string that is compressed twice and inflates to gigabytes', make: makePdfWithEndlessString },
];

/** Creates a PDF whose font has a character map with a range. */
export function makePdfWithCharacterMap(entry: 'Encoding' | 'ToUnicode', range: string): Buffer<ArrayBuffer> {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange ${range} endcmap end end`;
  const encoding = entry === 'ToUnicode' ? '/Encoding /Identity-H' : '';
  const font = `<</Type /Font /Subtype /Type0 /BaseFont /Any ${encoding} /${entry} 6 0 R /DescendantFonts [<</Type /Font
/Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>
/FontDescriptor <</Type /FontDescriptor /FontName /Any /Flags 4>>>>]>> endobj
6 0 obj <</Type /CMap /CMapName /X /Length ${map.length}>> stream\n${map}\nendstream`;
  return makeRawPdf(Buffer.from('BT /F 12 Tf 50 700 Td <00000041> Tj ET'), '', font);
}

function makePdfWithEndlessString(): Buffer<ArrayBuffer> {
  const megabyte = Buffer.alloc(1024 * 1024, 'a');
  const deflateOpen = (bytes: Buffer) => deflateSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  // Each segment of a deflated stream that was fully flushed can be repeated.
  const segment = deflateOpen(megabyte).subarray(2);
  const once = Buffer.concat([
    deflateOpen(Buffer.from('BT /F 12 Tf (')),
    ...Array.from({ length: 8192 }, () => segment),
  ]);
  const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
  return makeRawPdf(deflateSync(once, { level: 9 }), '/Filter [/FlateDecode /FlateDecode]', font);
}
