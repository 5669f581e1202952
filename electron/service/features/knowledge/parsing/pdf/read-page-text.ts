import { buildSegments } from './build-segments.ts';
import type { Segment } from './segment.ts';
import { buildWords } from './build-words.ts';
import { findGrids } from './find-grids.ts';
import type { Compounds, TextLine } from './join-lines.ts';
import { toLayoutItem } from './layout-item.ts';
import { layoutItems, type LayoutBlock, type LayoutLine } from './layout-page.ts';
import { joinNotes } from './framed-notes.ts';
import type { Glyph, PageContent } from './page-content.ts';
import { splitFrames } from './text-frames.ts';
import { separateTurnedNames } from './turned-names.ts';

/** The dots between an entry of a table of contents and its page number. Each dot would be a token. */
const dotLeader = /(?: ?[.\u2024\u2026]){5,} ?/g;
const rtlLetter = /[\u0590-\u08ff]/g;
const letter = /\p{L}/gu;
/** The dots at the end of a name in a table, before its value in the next cell. Three dots can be an omission. */
const trailingLeader = / ?(?:(?:[.\u2024] )+[.\u2024]|[.\u2024]{4,}) ?$/;
/** A wider gap in a line is a tab. */
const tabGapEms = 1.5;
/** A heading can be followed by its text in the same line. */
const headingGapEms = 3;
const minSentenceWords = 6;
const maxTurnedDegrees = 2;
/** On a page that is turned as a whole, only its number is upright. */
const minUprightShare = 0.3;
/** Larger text that lies over other text is a watermark. */
const minOverlayRatio = 1.8;

/** A part of a page: lines of one column, or a table. */
export type TextBlock = {
  readonly lines: readonly TextLine[];
  /** Direction of its lines in degrees; 0 for upright text. */
  readonly angle: number;
  /** Whether it is a table whose columns are a guess. */
  readonly isUncertain: boolean;
  /** Whether it is slanted or lies over other text. */
  readonly isOverlay: boolean;
};

/** Returns the visible characters of a page as lines, in reading order. */
export function readPageText(
  glyphs: readonly Glyph[],
  { rules, frames }: Pick<PageContent, 'rules' | 'frames'>,
  compounds: Compounds,
): readonly TextBlock[] {
  const textFrames = splitFrames(glyphs).map(({ angle, glyphs: turned }) => {
    const isUpright = Math.abs(angle) < 1;
    const segments = buildSegments(buildWords(turned), isUpright ? rules : []);
    return { angle, isUpright, charCount: turned.length, segments };
  });
  const charCount = textFrames.reduce((sum, frame) => sum + frame.charCount, 0);
  const upright = textFrames.findIndex((frame) => frame.isUpright && frame.charCount > charCount * minUprightShare);
  const names: Segment[] = [];
  const others = textFrames.map((frame) => {
    if (upright < 0 || frame.isUpright || Math.abs(Math.abs(frame.angle) - 90) > maxTurnedDegrees) return frame;
    const separated = separateTurnedNames(frame.segments, frame.angle);
    names.push(...separated.names);
    return { ...frame, segments: separated.others };
  });
  return others.flatMap((frame, index) => {
    const segments = index === upright && names.length > 0 ? [...frame.segments, ...names] : frame.segments;
    return layoutFrame({ ...frame, segments }, { rules, frames }, compounds);
  });
}

type Frame = { readonly angle: number; readonly isUpright: boolean; readonly segments: readonly Segment[] };

function layoutFrame(
  { angle, isUpright, segments }: Frame,
  { rules, frames }: Pick<PageContent, 'rules' | 'frames'>,
  compounds: Compounds,
) {
  const frameRules = isUpright ? rules : [];
  for (const { text } of segments) compounds.add(text);
  const context = { rules: frameRules, isRtl: isRightToLeft(segments), compounds };
  const overlays = new Set(findOverlays(segments));
  const toBlocks = (group: readonly Segment[], isOverlay: boolean) =>
    layoutItems(
      joinNotes(findGrids(group.map(toLayoutItem), frameRules, compounds), isUpright ? frames : []),
      context,
    ).flatMap((block) =>
      toTextBlocks(block, context.isRtl).map((lines): TextBlock => ({
        lines,
        angle: isUpright ? 0 : angle,
        isUncertain: block.kind === 'table' && block.table.isUncertain && lines.some((line) => line.isRow),
        isOverlay,
      })),
    );
  const isSlanted = Math.abs(angle - Math.round(angle / 90) * 90) > 5;
  const main = overlays.size === 0 ? segments : segments.filter((segment) => !overlays.has(segment));
  return [...toBlocks(main, isSlanted), ...toBlocks([...overlays], true)];
}

function isRightToLeft(segments: readonly Segment[]): boolean {
  const text = segments.map((segment) => segment.text).join('');
  const rtlCount = text.match(rtlLetter)?.length ?? 0;
  return rtlCount > 0 && rtlCount * 2 > (text.match(letter)?.length ?? 0);
}

/** Finds large text over which, or under which, other text is. */
function findOverlays(segments: readonly Segment[]): readonly Segment[] {
  const sizes = segments.map(({ size }) => size).toSorted((a, b) => a - b);
  const median = sizes[sizes.length >> 1] ?? 0;
  return segments.filter(({ size, x0, x1, y }) => {
    if (size < median * minOverlayRatio) return false;
    const touched = segments.filter(
      (other) => other.size < size / 1.5 && other.x0 < x1 && other.x1 > x0 && other.y > y && other.y < y + size * 0.6,
    );
    return touched.length > 0;
  });
}

function toTextBlocks(block: LayoutBlock, isRtl: boolean): readonly (readonly TextLine[])[] {
  if (block.kind === 'lines' && block.lines.length === 0) return [];
  if (block.kind === 'lines') return [block.lines.map((line) => joinSegments(line, isRtl))];
  const { x0, x1, y1, size, rows } = block.table;
  const row = {
    start: x0,
    end: x1,
    y: y1,
    size,
    font: '',
    isBold: false,
    isArtifact: false,
    isWrapped: false,
    columnEnd: x1,
  };
  // A line above or below a table that is in its first column only is no row.
  const firstRow = Math.max(0, rows.findIndex(isRow));
  const end = rows.findLastIndex(isRow) + 1;
  const toLine = (cells: readonly string[], index: number): TextLine => ({
    ...row,
    text: (isRtl ? cells.toReversed() : cells)
      .map((cell) => cell.replace(trailingLeader, ''))
      .join('\t')
      .replaceAll(dotLeader, '\t')
      .trimEnd(),
    isRow: index >= firstRow && index < end,
  });
  const lines = rows.map(toLine);
  return [lines.slice(0, firstRow), lines.slice(firstRow, end), lines.slice(end)].filter(({ length }) => length > 0);
}

function isRow(cells: readonly string[]): boolean {
  return cells.some((cell, column) => column > 0 && cell !== '');
}

function isSentence({ text }: Segment): boolean {
  return text.split(' ').length >= minSentenceWords;
}

function joinSegments({ segments, columnEnd }: LayoutLine, isRtl: boolean): TextLine {
  const [first] = segments;
  const last = segments.at(-1);
  const main = segments.reduce((best, segment) => (segment.text.length > best.text.length ? segment : best));
  const text = segments.reduce((joined, segment, index) => {
    const previous = segments[index - 1];
    if (!previous) return segment.text;
    const gap = (segment.x0 - previous.x1) / Math.max(previous.size, segment.size);
    const isTab =
      segment.isAfterCut === true || gap > (segments.length === 2 && isSentence(segment) ? headingGapEms : tabGapEms);
    const separator = isTab ? '\t' : ' ';
    return isRtl ? segment.text + separator + joined : joined + separator + segment.text;
  }, '');
  return {
    text: text.replaceAll(dotLeader, '\t'),
    start: first?.x0 ?? 0,
    end: last?.x1 ?? 0,
    y: main.y,
    size: main.size,
    font: main.font,
    isBold: main.isBold,
    isRow: false,
    isArtifact: segments.every(({ isArtifact }) => isArtifact),
    isWrapped: last?.endsWithSpace === true,
    columnEnd,
  };
}
