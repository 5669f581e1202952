/** A rectangle in points, from the lower left corner of the page as it is shown. */
export type Box = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };

/** How the characters of a text operation are painted. */
export type TextStyle = {
  /** Identifies the font in its document. */
  readonly font: string;
  readonly isBold: boolean;
  /** Height of the font in points. */
  readonly size: number;
  /** Direction of the baseline in degrees, counterclockwise. */
  readonly angle: number;
  /** Color as 0xRRGGBB; null if it is a pattern. */
  readonly color: number | null;
  /** Whether the text itself is not painted, like the text layer of a scan, or a clipping path. */
  readonly isUnpainted: boolean;
  /** Whether the PDF marks the text as a part of the page's layout, such as a header. */
  readonly isArtifact: boolean;
  /** Whether the font is for vertical writing: the next character is below. */
  readonly isVertical: boolean;
};

/** A character, or a ligature, on a page. */
export type Glyph = {
  /** Empty for a space, which ends the word before it. */
  readonly text: string;
  /** Start of the baseline. */
  readonly x: number;
  readonly y: number;
  /** Distance to the next character, without added spacing. */
  readonly width: number;
  /** The distance that the PDF adds after each character. */
  readonly spacing: number;
  readonly style: TextStyle;
  /** The place in the order of painting; infinite for a clipping path, through which what is painted later shows. */
  readonly order: number;
  /** The width of text that was left out before it, because a reader cannot see it or it is struck out. */
  readonly holeBefore?: number;
  /** Whether the rest of its text is cut off at the side of a table cell. */
  readonly isCut?: boolean;
};

/** Returns the center of a character. */
export function getGlyphCenter({ x, y, width, style }: Pick<Glyph, 'x' | 'y' | 'width' | 'style'>): {
  readonly x: number;
  readonly y: number;
} {
  const radians = (style.angle * Math.PI) / 180;
  const up = style.size * 0.3;
  return {
    x: x + (Math.cos(radians) * width) / 2 - Math.sin(radians) * up,
    y: y + (Math.sin(radians) * width) / 2 + Math.cos(radians) * up,
  };
}

/** A filled rectangle. */
export type PaintedBox = Box & {
  /** Color as 0xRRGGBB; null if it is not one color, or not opaque. */
  readonly color: number | null;
  /** Whether it hides what was painted before. */
  readonly isCover: boolean;
  readonly order: number;
};

/** A small shape on a page, such as a bullet, a check box or the tick in it. */
export type SmallShape = Box & {
  /** Whether it is a rectangle, also with round corners. */
  readonly isSquare: boolean;
  readonly isRound: boolean;
  /** Whether it is a rectangle with lines in other directions. */
  readonly isCrossed: boolean;
  /** Whether only its outline can be seen. */
  readonly isEmpty: boolean;
};

/** What is painted on a page. */
export type PageContent = {
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  /** Filled rectangles, in the order of painting. */
  readonly boxes: readonly PaintedBox[];
  /** Thin lines, which may belong to a table, a fraction or a strikethrough. */
  readonly rules: readonly Box[];
  /** Rectangles that are filled or outlined, such as the frame of a note. */
  readonly frames: readonly Box[];
  /** Shapes about as large as a letter, such as bullets and check boxes. */
  readonly smallShapes: readonly SmallShape[];
  /** Where images are, as far as it is known. */
  readonly images: readonly Box[];
  /** Characters outside the page, outside the visible area of an operation, or on a hidden layer. */
  readonly hiddenCharCount: number;
  /** Characters of fonts that do not say what they mean. */
  readonly unreadableCharCount: number;
  /** How many of them are beside a letter, as ligatures are. */
  readonly unreadableInWordCount: number;
  /** Curves and lines, other than rules. */
  readonly pathCount: number;
};
