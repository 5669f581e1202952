import { readSections } from './collect-sections.ts';
import { makeDocx } from './make-files.ts';

/** Creates a paragraph of runs. */
export const p = (inner: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${inner}</w:p>`;
/** Creates a run of text with properties. */
export const r = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const cell = (inner: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`;
export const row = (cells: string, properties = ''): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
export const table = (rows: string, properties = '', columns = 3): string =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${rows}</w:tbl>`;
/** Creates a cell with one paragraph. */
export const textCell = (text: string, properties = ''): string => cell(p(r(text)), properties);
export const field = (instruction: string, result: string, data = ''): string =>
  `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r>${instruction}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
export const code = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;

/** Reads the body of a document. Returns the text, and what was left out as in `hidden_text: 2`. */
export async function readBody(
  body: string,
  others?: Parameters<typeof makeDocx>[1],
): Promise<{ readonly text: string; readonly leftOut: readonly string[] }> {
  const { sections, text } = await readSections(makeDocx(body, others), 'docx');
  const leftOut = sections.flatMap(({ omissions }) => omissions.map(({ kind, count }) => `${kind}: ${count}`));
  return { text: text.trim(), leftOut };
}
