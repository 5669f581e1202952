/** A page as the operators of its content stream, with other entries of its dictionary. */
type DrawnPage = string | { readonly content: string; readonly entries?: string };

type DrawnPdfOptions = {
  /** Further entries of the catalog, and of the resources of each page. */
  readonly catalog?: string;
  readonly resources?: string;
  /** Further objects, which are numbered from 20. */
  readonly objects?: readonly string[];
};

const helvetica = '/Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont';
/** Maps each code of two bytes to the Unicode character with this number. */
const identityMap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end end`;

/**
 * Creates a PDF from content streams, as a program could write them that knows only points and characters. Its fonts: F1
 * (Helvetica), FB (bold), FU (codes are Unicode characters), FN (the same without a Unicode map), FW (Wingdings).
 */
export function drawPdf(pages: readonly DrawnPage[], options: DrawnPdfOptions = {}): Buffer<ArrayBuffer> {
  const { catalog = '', resources = '', objects = [] } = options;
  const firstPage = 20 + objects.length;
  const composite = (map: string) =>
    `<</Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Any /Encoding /Identity-H /DescendantFonts [8 0 R] ${map}>>`;
  const numbered = new Map<number, string>([
    [1, `<</Type /Catalog /Pages 2 0 R ${catalog}>>`],
    [
      2,
      `<</Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(' ')}]>>`,
    ],
    [3, `<<${helvetica} /Helvetica>>`],
    [4, `<<${helvetica} /Helvetica-Bold>>`],
    [5, composite('/ToUnicode 7 0 R')],
    [6, composite('')],
    [7, makeStream(identityMap)],
    [
      8,
      `<</Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Any /DW 556 /CIDToGIDMap /Identity /FontDescriptor 9 0 R
/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>>>`,
    ],
    [9, '<</Type /FontDescriptor /FontName /ABCDEF+Any /Flags 4>>'],
    [10, '<</Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Wingdings-Regular /FontDescriptor 11 0 R>>'],
    [11, '<</Type /FontDescriptor /FontName /ABCDEF+Wingdings-Regular /Flags 4>>'],
    ...objects.map((object, at): [number, string] => [20 + at, object]),
    ...pages.flatMap((page, at): [number, string][] => {
      const { content, entries = '' } = typeof page === 'string' ? { content: page } : page;
      const number = firstPage + 2 * at;
      const fonts = '/Font <</F1 3 0 R /FB 4 0 R /FU 5 0 R /FN 6 0 R /FW 10 0 R>>';
      return [
        [
          number,
          `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R
/Resources <<${fonts} ${resources}>> ${entries}>>`,
        ],
        [number + 1, makeStream(content)],
      ];
    }),
  ]);
  return joinObjects(numbered);
}

/** Creates a stream object. */
export function makeStream(content: string, entries = ''): string {
  return `<</Length ${Buffer.byteLength(content, 'latin1')} ${entries}>> stream\n${content}\nendstream`;
}

function joinObjects(objects: ReadonlyMap<number, string>): Buffer<ArrayBuffer> {
  const body = [...objects].map(([number, object]) => `${number} 0 obj ${object} endobj\n`).join('');
  // Without a table of offsets, which readers rebuild.
  return Buffer.from(`%PDF-1.7\n${body}trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, 'latin1');
}

type TextOptions = {
  readonly font?: 'F1' | 'FB' | 'FU' | 'FN' | 'FW';
  readonly size?: number;
  readonly matrix?: string;
};

/** Returns the operators that draw a text at a point. A text in FU or FN is encoded as codes of two bytes. */
export function drawText(x: number, y: number, text: string, options: TextOptions = {}): string {
  const { font = 'F1', size = 11, matrix = '1 0 0 1' } = options;
  const operand = font === 'FU' || font === 'FN' ? `<${toHex(text)}>` : `(${text.replaceAll(/[()\\]/g, '\\$&')})`;
  return `BT /${font} ${size} Tf ${matrix} ${x} ${y} Tm ${operand} Tj ET`;
}

function toHex(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');
}

/** Returns the operators that draw lines of text below each other. */
export function drawLines(
  x: number,
  y: number,
  lines: readonly string[],
  pitch = 14,
  options: TextOptions = {},
): string {
  return lines.map((line, index) => drawText(x, y - index * pitch, line, options)).join('\n');
}

/** Returns the operators that draw a table. Each row is drawn at a pitch, and each cell from the left edge of its column. */
export function drawTable(
  columns: readonly number[],
  y: number,
  rows: readonly (readonly string[])[],
  pitch = 18,
  options: TextOptions = {},
): string {
  return rows
    .flatMap((cells, row) =>
      cells.flatMap((cell, column) =>
        cell === '' ? [] : [drawText(columns[column] ?? 0, y - row * pitch, cell, options)],
      ),
    )
    .join('\n');
}
