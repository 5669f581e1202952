import type { OmissionKind } from '../../../../../../shared/knowledge/omissions.ts';
import type { BodyPiece } from './body-piece.ts';
import { isOn } from './run-format.ts';
import type { XmlElement } from './read-xml.ts';

type DrawingReaderOptions = {
  /** Text of parts, such as diagrams and charts, by the id of their relationship. */
  readonly related: ReadonlyMap<string, readonly BodyPiece[]>;
  readonly onPieces: (pieces: readonly BodyPiece[]) => void;
  readonly onOmission: (kind: OmissionKind) => void;
};

/** Reads what drawings, objects and comments show, or reports that it is not read. */
export type DrawingReader = {
  /** Returns whether the content of the element is hidden. */
  readonly open: (element: XmlElement) => boolean;
  readonly close: (name: string) => void;
};

/** A smaller image is a logo or an icon. In English Metric Units, 360,000 a centimeter. */
const minImageWidth = 6 * 360_000;
const minImageHeight = 3 * 360_000;
const minDescriptionWords = 3;
/** Word adds a mark, in the user's language, to descriptions that it generated. Other programs write the file name. */
const writtenByProgram =
  /(?:automat|\b(?:AI|KI|IA)\b).*(?:gen|gén)|(?:gen|gén).*automat|\.(?:png|jpe?g|gif|bmp|svg|[ew]mf|tiff?|webp)$/i;
const emuPerUnit: Readonly<Record<string, number>> = { pt: 12_700, in: 914_400, cm: 360_000, mm: 36_000, px: 9_525 };

export function createDrawingReader({ related, onPieces, onOmission }: DrawingReaderOptions): DrawingReader {
  let isHidden = false;
  let isLarge = false;
  /** The author's description of the next image. */
  let description: string | null = null;
  /** Open `w:object` elements. They have an image of their content. */
  let objectDepth = 0;
  const readRelated = (id: string | undefined, kind: OmissionKind) => {
    const pieces = related.get(id ?? '');
    if (pieces && pieces.length > 0) onPieces(pieces);
    else onOmission(kind);
  };

  return {
    open({ name, attributes }) {
      const { id, style } = attributes;
      switch (name) {
        case 'inline':
        case 'anchor':
          isHidden = false;
          description = null;
          return false;
        case 'extent':
          isLarge = Number(attributes['cx']) >= minImageWidth && Number(attributes['cy']) >= minImageHeight;
          return false;
        case 'docPr':
          isHidden = attributes['hidden'] !== undefined && isOn(attributes['hidden']);
          description = readDescription(attributes['descr']);
          return false;
        case 'graphic':
          return isHidden;
        case 'shape':
        case 'rect':
        case 'roundrect':
        case 'oval':
        case 'group':
          description = readDescription(attributes['alt']);
          isLarge = readStyleSize(style, 'width') >= minImageWidth && readStyleSize(style, 'height') >= minImageHeight;
          // Watermarks are behind the text of all pages.
          return /visibility:\s*hidden/i.test(style ?? '') || /watermark/i.test(id ?? '');
        case 'textpath':
          if (attributes['string']) onPieces([{ kind: 'paragraph', text: attributes['string'] }]);
          return false;
        case 'blip':
        case 'imagedata':
          if (isLarge && objectDepth === 0) onOmission('image');
          if (description !== null) onPieces([{ kind: 'paragraph', text: description }]);
          description = null;
          return false;
        case 'object':
          objectDepth += 1;
          return false;
        case 'OLEObject':
          onOmission(/^equation/i.test(attributes['ProgID'] ?? '') ? 'equation' : 'embedded_object');
          return false;
        case 'commentReference':
          onOmission('comment');
          return false;
        case 'control':
          onOmission('form_field');
          return false;
        case 'relIds':
          readRelated(attributes['dm'], 'diagram');
          return false;
        case 'chart':
          readRelated(id, 'chart');
          return false;
        case 'altChunk':
        case 'subDoc':
          readRelated(id, 'embedded_file');
          return false;
        default:
          return false;
      }
    },
    close(name) {
      if (name === 'object') objectDepth -= 1;
    },
  };
}

/** Returns the description of an image, unless a program wrote it or it says only what kind of image it is. */
export function readDescription(text = ''): string | null {
  const description = text.replaceAll(/\s+/g, ' ').trim();
  const words = description.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return words < minDescriptionWords || writtenByProgram.test(description) ? null : description;
}

/** Returns a length of a VML style in English Metric Units, or 0 if it has none. */
function readStyleSize(style: string | undefined, property: string): number {
  const [, value, unit = ''] =
    new RegExp(`(?:^|;)\\s*${property}:\\s*([\\d.]+)(pt|in|cm|mm|px)`, 'i').exec(style ?? '') ?? [];
  return Number(value ?? 0) * (emuPerUnit[unit.toLowerCase()] ?? 0);
}
