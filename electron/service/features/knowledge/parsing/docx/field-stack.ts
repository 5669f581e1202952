import type { XmlElement } from './read-xml.ts';
import { findSymbol } from './symbol-fonts.ts';

/** The legacy form field of a field (ECMA-376 part 1, 17.16.17). */
type FormField = {
  kind: 'checkBox' | 'ddList' | 'other';
  isChecked: boolean | undefined;
  isCheckedByDefault: boolean;
  selected: number | undefined;
  selectedByDefault: number;
  readonly entries: string[];
};
type Field = {
  phase: 'instruction' | 'result';
  instruction: string;
  form: FormField | undefined;
  startChars: number;
  paragraphs: number;
};

/** What the end of a field adds to the text, because Word shows it without storing it. */
type FieldEnd = {
  readonly text: string;
  readonly isEquation?: boolean;
  readonly isUnread?: 'equation' | 'form_field';
};

/** The complex fields that are open (17.16.18). They can be nested, and reach over several paragraphs. */
export type FieldStack = {
  readonly depth: () => number;
  /** Whether text here is not shown, because it is an instruction. */
  readonly isHidden: () => boolean;
  readonly addInstruction: (text: string) => void;
  /** Handles an element of a field. Returns what its end adds. */
  readonly open: (element: XmlElement) => FieldEnd | undefined;
  /** Counts text that is shown. */
  readonly addChars: (chars: number) => void;
  /** Counts the end of a paragraph. An instruction that does not end is damaged, and must not hide the rest of the document. */
  readonly endParagraph: () => void;
  /** Closes the fields that were opened in a cell or text box and did not end there. */
  readonly closeTo: (depth: number) => void;
};

const maxInstructionChars = 1000;
const maxInstructionParagraphs = 20;
const maxNestedFields = 64;
const maxEntries = 1000;
/** Fields whose result is stored for others, but not shown (17.16.5). */
const invisiblePattern = /^\s*(?:SET|ASK|XE|TC|TA|RD|PRIVATE)\b/i;

export function createFieldStack(): FieldStack {
  const fields: Field[] = [];
  let chars = 0;
  let ignoredFields = 0;

  const end = (): FieldEnd | undefined => {
    const field = fields.pop();
    if (!field) return undefined;
    const hasResult = field.phase === 'result' && chars > field.startChars;
    return hasResult ? undefined : describeEnd(field);
  };

  return {
    depth: () => fields.length,
    isHidden: () =>
      fields.some(({ phase, instruction }) => phase === 'instruction' || invisiblePattern.test(instruction)),
    addInstruction(text) {
      const field = fields.at(-1);
      if (field?.phase === 'instruction') field.instruction = (field.instruction + text).slice(0, maxInstructionChars);
    },
    open({ name, attributes }) {
      if (name === 'fldChar') {
        const type = attributes['fldCharType'];
        if (type === 'begin' && fields.length >= maxNestedFields) ignoredFields += 1;
        else if (type === 'begin')
          fields.push({ phase: 'instruction', instruction: '', form: undefined, startChars: chars, paragraphs: 0 });
        else if (ignoredFields > 0) ignoredFields -= type === 'end' ? 1 : 0;
        else if (type === 'end') return end();
        const field = fields.at(-1);
        if (type === 'separate' && ignoredFields === 0 && field)
          Object.assign(field, { phase: 'result', startChars: chars });
        return undefined;
      }
      const field = fields.at(-1);
      if (field) addFormData(field, name, attributes['val']);
      return undefined;
    },
    addChars(count) {
      chars += count;
    },
    endParagraph() {
      for (const field of fields.toReversed()) {
        if (field.phase === 'instruction' && ++field.paragraphs > maxInstructionParagraphs)
          fields.splice(fields.indexOf(field), 1);
      }
    },
    closeTo(depth) {
      fields.splice(depth);
    },
  };
}

function addFormData(field: Field, name: string, val: string | undefined): void {
  if (name === 'ffData') {
    field.form = {
      kind: 'other',
      isChecked: undefined,
      isCheckedByDefault: false,
      selected: undefined,
      selectedByDefault: 0,
      entries: [],
    };
  }
  const { form } = field;
  if (!form) return;
  const isTrue = !/^(?:0|false|off)$/.test(val ?? '');
  if (name === 'checkBox' || name === 'ddList') form.kind = name;
  else if (name === 'checked') form.isChecked = isTrue;
  else if (name === 'default' && form.kind === 'checkBox') form.isCheckedByDefault = isTrue;
  else if (name === 'default' && form.kind === 'ddList') form.selectedByDefault = Number(val);
  else if (name === 'result') form.selected = Number(val);
  else if (name === 'listEntry' && form.entries.length < maxEntries) form.entries.push(val ?? '');
}

function describeEnd({ instruction, form }: Field): FieldEnd | undefined {
  if (form?.kind === 'checkBox') return { text: (form.isChecked ?? form.isCheckedByDefault) ? '☒' : '☐' };
  if (form?.kind === 'ddList') return { text: form.entries[form.selected ?? form.selectedByDefault] ?? '' };
  const [keyword = '', code = ''] = instruction.trim().split(/\s+/);
  switch (keyword.toUpperCase()) {
    case 'FORMCHECKBOX':
    case 'FORMDROPDOWN':
      return { text: '', isUnread: 'form_field' };
    case 'SYMBOL': {
      const number = Number(code);
      const font = /\\f\s+"?([^"\\]+)"?/i.exec(instruction)?.[1]?.trim() ?? '';
      const isCharacter = number > 0 && number <= 0x10_ffff;
      return { text: findSymbol(font, number) ?? (isCharacter ? String.fromCodePoint(number) : '') };
    }
    case 'EQ': {
      const equation = formatEquation(instruction.trim().slice(keyword.length));
      return equation === undefined ? { text: '', isUnread: 'equation' } : { text: equation, isEquation: true };
    }
    default:
      return undefined;
  }
}

/** Formats the instruction of an equation field (17.16.5.18) if it has only fractions, roots, and raised or lowered text. */
function formatEquation(instruction: string): string | undefined {
  let text = instruction.trim();
  const argument = String.raw`\s*([^(),;\\]*?)\s*`;
  const replaceAll = (pattern: string, replacement: (...groups: string[]) => string) => {
    text = text.replaceAll(new RegExp(pattern, 'gi'), (_, ...groups: string[]) => replacement(...groups));
  };
  for (let depth = 0; depth < 4 && text.includes('\\'); depth += 1) {
    replaceAll(
      String.raw`(\d?)\\f\s*\(${argument}[,;]${argument}\)`,
      (before, top, bottom) => `${before && `${before} `}${top}/${bottom}`,
    );
    replaceAll(String.raw`\\r\s*\(${argument}[,;]${argument}\)`, (degree, root) =>
      degree === '2' || degree === '' ? `√${root}` : `${degree}√${root}`,
    );
    replaceAll(String.raw`\\r\s*\(${argument}\)`, (root) => `√${root}`);
    replaceAll(String.raw`\\s\s*\\up\s*\d*\s*\(${argument}\)`, (raised) => `^${raised}`);
    replaceAll(String.raw`\\s\s*\\do\s*\d*\s*\(${argument}\)`, (lowered) => `_${lowered}`);
  }
  return text.includes('\\') ? undefined : text;
}
