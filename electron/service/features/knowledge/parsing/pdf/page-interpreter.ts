import type { OPS } from 'pdfjs-dist';
import { createPaintModes, createState, parseColor, type GraphicsState } from './graphics-state.ts';
import { cutText } from './cut-text.ts';
import type { PageFont, PdfjsGlyph } from './page-font.ts';
import { identity, intersectBoxes, multiply, toMatrix, transformBox, type Matrix } from './matrix.ts';
import { getGlyphCenter, type Box, type Glyph, type PageContent, type PaintedBox } from './page-content.ts';
import { CharacterRaiser } from './raised-characters.ts';
import { readPath, type PathShapes } from './read-path.ts';
import { SmallShapes } from './small-shapes.ts';
import { createTextStyle, minVisibleAlpha } from './text-style.ts';
import { UnreadableCharacters } from './unreadable-characters.ts';

/** What the operations of a page refer to. */
export type PageResources = {
  readonly getFont: (id: string) => PageFont | undefined;
  /** Whether the layer of a part is switched on. */
  readonly isLayerVisible: (layer: unknown) => boolean;
  /** Annotations whose appearance is not read. */
  readonly skippedAnnotations: ReadonlySet<string>;
};

/** More shapes than any table has. Drawings can have millions. */
const maxShapes = 4_000;
/** Frames of notes are few and large. */
const maxFrames = 200;
const minFramePoints = 25;
/** What lies under paint that is less opaque can be seen. */
const minCoveringAlpha = 0.9;
const minSpaceEms = 0.06;
/** The spacing between fewer characters can be the space between two words. */
const minSpacedGlyphs = 4;
/** The text rendering modes from here on add the text to the clipping path. */
const clippingMode = 4;
/** A smaller image is a symbol or a part of a drawing. */
const minImagePoints = 60;

/**
 * Runs the operations of a page (ISO 32000-2, 8 and 9) and collects its characters and the shapes that give them meaning.
 * The base matrix maps user space to the page as it is shown.
 */
export class PageInterpreter {
  readonly #resources: PageResources;
  readonly #handlers: ReadonlyMap<number, (args: readonly unknown[]) => void>;
  readonly #paintModes: ReturnType<typeof createPaintModes>;
  readonly #base: Matrix;
  readonly #page: Box;
  #state: GraphicsState;
  #stack: GraphicsState[] = [];
  #textMatrix = identity;
  #lineMatrix = identity;
  #isClipPending = false;
  /** Depth of marked content, with the depths at which hidden and artifact content began. */
  #contentDepth = 0;
  #hiddenSince: number[] = [];
  #artifactSince: number[] = [];
  /** Whether each open transparency group is not shown: it is transparent, or a mask. */
  #groups: boolean[] = [];
  #isAnnotationSkipped = false;
  /** Where an image would be that pdf.js left out: the area of a matrix that nothing was painted with. */
  #imageBox: Box | null = null;
  #order = 0;
  readonly #glyphs: Glyph[] = [];
  readonly #boxes: PaintedBox[] = [];
  readonly #rules: Box[] = [];
  readonly #frames: Box[] = [];
  readonly #images: Box[] = [];
  readonly #smallShapes = new SmallShapes();
  #hiddenCharCount = 0;
  readonly #unreadable = new UnreadableCharacters();
  readonly #raiser = new CharacterRaiser();
  #pathCount = 0;

  constructor(ops: typeof OPS, base: Matrix, page: Box, resources: PageResources) {
    this.#resources = resources;
    this.#base = base;
    this.#page = page;
    this.#state = createState(base, page);
    this.#handlers = this.#createHandlers(ops);
    this.#paintModes = createPaintModes(ops);
  }

  run(operators: readonly number[], operands: readonly (readonly unknown[] | null)[]): void {
    operators.forEach((operator, index) => this.#handlers.get(operator)?.(operands[index] ?? []));
  }

  finish(): PageContent {
    this.#endImage();
    return {
      width: this.#page.x1,
      height: this.#page.y1,
      glyphs: this.#glyphs,
      boxes: this.#boxes,
      rules: this.#rules,
      frames: this.#frames,
      images: this.#images,
      smallShapes: this.#smallShapes.list,
      hiddenCharCount: this.#hiddenCharCount,
      unreadableCharCount: this.#unreadable.count,
      unreadableInWordCount: this.#unreadable.countInWords,
      pathCount: this.#pathCount,
    };
  }

  #createHandlers(ops: typeof OPS): ReadonlyMap<number, (args: readonly unknown[]) => void> {
    const set = (update: (state: GraphicsState, value: number) => void) => (args: readonly unknown[]) => {
      if (typeof args[0] === 'number') update(this.#state, args[0]);
    };
    const moveLine = (x: unknown, y: unknown) => {
      this.#lineMatrix = multiply(this.#lineMatrix, [1, 0, 0, 1, Number(x) || 0, Number(y) || 0]);
      this.#textMatrix = this.#lineMatrix;
    };
    return new Map<number, (args: readonly unknown[]) => void>([
      [ops.save, () => this.#save()],
      [ops.restore, () => this.#restore()],
      [ops.transform, (args) => this.#transform(args)],
      [ops.setLineWidth, set((state, value) => (state.lineWidth = value))],
      [ops.setGState, ([entries]) => this.#setGraphicsState(entries)],
      [ops.setFillRGBColor, ([color]) => (this.#state.fill = parseColor(color))],
      [ops.setStrokeRGBColor, ([color]) => (this.#state.stroke = parseColor(color))],
      [ops.setFillColorN, () => (this.#state.fill = null)],
      [ops.setStrokeColorN, () => (this.#state.stroke = null)],
      [ops.setFillTransparent, () => (this.#state.fill = null)],
      [ops.setStrokeTransparent, () => (this.#state.stroke = null)],
      [ops.clip, () => (this.#isClipPending = true)],
      [ops.eoClip, () => (this.#isClipPending = true)],
      [ops.constructPath, ([mode, data, bounds]) => this.#paintPath(mode, data, bounds)],
      [ops.shadingFill, () => this.#paintBox(this.#state.clip, null)],
      [ops.paintImageXObject, () => this.#paintImage()],
      [ops.paintInlineImageXObject, () => this.#paintImage()],
      [ops.paintImageMaskXObject, () => this.#paintImage()],
      [ops.beginText, () => (this.#textMatrix = this.#lineMatrix = identity)],
      [ops.setCharSpacing, set((state, value) => (state.charSpacing = value))],
      [ops.setWordSpacing, set((state, value) => (state.wordSpacing = value))],
      [ops.setHScale, set((state, value) => (state.horizontalScale = value / 100))],
      [ops.setLeading, set((state, value) => (state.leading = value))],
      [ops.setTextRise, set((state, value) => (state.rise = value))],
      [ops.setTextRenderingMode, set((state, value) => (state.renderMode = value))],
      [ops.setFont, ([font, size]) => this.#setFont(font, size)],
      [ops.moveText, ([x, y]) => moveLine(x, y)],
      [
        ops.setLeadingMoveText,
        ([x, y]) => {
          this.#state.leading = -(Number(y) || 0);
          moveLine(x, y);
        },
      ],
      [ops.nextLine, () => moveLine(0, -this.#state.leading)],
      [ops.setTextMatrix, ([value]) => (this.#textMatrix = this.#lineMatrix = toMatrix(value) ?? identity)],
      [ops.showText, ([glyphs]) => this.#showText(glyphs)],
      [ops.beginMarkedContent, ([tag]) => this.#beginContent(tag, undefined)],
      [ops.beginMarkedContentProps, ([tag, properties]) => this.#beginContent(tag, properties)],
      [ops.endMarkedContent, () => this.#endContent()],
      [ops.paintFormXObjectBegin, ([matrix, box]) => this.#beginForm(matrix, box)],
      [ops.paintFormXObjectEnd, () => this.#restore()],
      [ops.beginGroup, ([options]) => this.#beginGroup(options)],
      [ops.endGroup, () => this.#endGroup()],
      [ops.beginAnnotation, ([id, , transform, matrix]) => this.#beginAnnotation(id, transform, matrix)],
      [ops.endAnnotation, () => this.#endAnnotation()],
    ]);
  }

  #save(): void {
    this.#endImage();
    this.#stack.push({ ...this.#state });
  }

  #restore(): void {
    this.#endImage();
    this.#state = this.#stack.pop() ?? this.#state;
  }

  #transform(args: readonly unknown[]): void {
    const matrix = toMatrix(args);
    if (!matrix) return;
    this.#state.ctm = multiply(this.#state.ctm, matrix);
    this.#imageBox = transformBox(this.#state.ctm, { x0: 0, y0: 0, x1: 1, y1: 1 });
  }

  /** pdf.js leaves out images, so an image is a matrix of a large area that is set and not used. */
  #endImage(): void {
    const box = this.#imageBox;
    this.#imageBox = null;
    if (!box || this.#isHidden()) return;
    const seen = intersectBoxes(box, this.#state.clip);
    if (seen.x1 - seen.x0 < minImagePoints || seen.y1 - seen.y0 < minImagePoints) return;
    if (this.#images.length < maxShapes) this.#images.push(seen);
    this.#paintBox(seen, null);
  }

  #paintImage(): void {
    this.#imageBox = null;
    this.#paintBox(transformBox(this.#state.ctm, { x0: 0, y0: 0, x1: 1, y1: 1 }), null);
  }

  #setGraphicsState(entries: unknown): void {
    if (!Array.isArray(entries)) return;
    for (const [key, value] of entries as readonly (readonly [unknown, unknown])[]) {
      if (key === 'ca' && typeof value === 'number') this.#state.fillAlpha = value;
      else if (key === 'CA' && typeof value === 'number') this.#state.strokeAlpha = value;
      else if (key === 'LW' && typeof value === 'number') this.#state.lineWidth = value;
      else if (key === 'BM') this.#state.isBlended = value !== 'source-over';
      else if (key === 'Font' && Array.isArray(value)) this.#setFont(value[0], value[1]);
    }
  }

  #setFont(id: unknown, size: unknown): void {
    this.#state.font = this.#resources.getFont(String(id));
    this.#state.fontSize = Number(size) || 0;
  }

  #isHidden(): boolean {
    return this.#isAnnotationSkipped || this.#hiddenSince.length > 0 || this.#groups.includes(true);
  }

  #paintPath(mode: unknown, data: unknown, bounds: unknown): void {
    this.#imageBox = null;
    const path = Array.isArray(data) ? data[0] : null;
    const isClip = this.#isClipPending;
    this.#isClipPending = false;
    if (!(path instanceof Float32Array) || !ArrayBuffer.isView(bounds)) return;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bounds as Float32Array;
    if (isClip) this.#state.clip = intersectBoxes(this.#state.clip, transformBox(this.#state.ctm, { x0, y0, x1, y1 }));
    const { isFilled, isStroked, isEvenOdd } = this.#paintModes.get(mode) ?? {};
    if ((!isFilled && !isStroked) || this.#isHidden()) return;
    const shapes = readPath(path, this.#state.ctm);
    this.#pathCount += shapes.otherCount;
    if (isStroked && this.#state.strokeAlpha > minVisibleAlpha) this.#addRules(shapes.lines);
    const isPainted = isFilled === true && this.#state.fillAlpha > minVisibleAlpha;
    this.#smallShapes.add(shapes, this.#state, isPainted);
    this.#addFrames(shapes.curved ? [...shapes.boxes, shapes.curved] : shapes.boxes);
    if (isPainted) this.#fillShapes(shapes, isEvenOdd === true);
  }

  #addRules(lines: readonly Box[]): void {
    for (const line of lines) {
      if (this.#rules.length >= maxShapes) return;
      const seen = intersectBoxes(line, this.#state.clip);
      if (seen.x0 <= seen.x1 && seen.y0 <= seen.y1) this.#rules.push(seen);
    }
  }

  #addFrames(boxes: readonly Box[]): void {
    for (const box of boxes) {
      const isLarge = box.x1 - box.x0 >= minFramePoints && box.y1 - box.y0 >= minFramePoints;
      if (isLarge && this.#frames.length < maxFrames) this.#frames.push(intersectBoxes(box, this.#state.clip));
    }
  }

  #fillShapes({ boxes, curved }: PathShapes, isEvenOdd: boolean): void {
    for (const box of boxes) {
      const isThin = Math.min(box.x1 - box.x0, box.y1 - box.y0) < 2.5;
      if (isThin) this.#addRules([box]);
      // A box within a box may be a frame, which does not cover what it surrounds.
      else this.#paintBox(box, isEvenOdd && boxes.length > 1 ? null : this.#state.fill);
    }
    if (curved) this.#paintBox(curved, null, this.#state.fill);
  }

  /** Adds a box that changes the background. It covers what is below it only if `color` is opaque. */
  #paintBox(box: Box, color: number | null, background: number | null = color): void {
    if (this.#boxes.length >= maxShapes || this.#isHidden()) return;
    const seen = intersectBoxes(box, this.#state.clip);
    if (seen.x0 >= seen.x1 || seen.y0 >= seen.y1) return;
    const isOpaque = this.#state.fillAlpha >= minCoveringAlpha && !this.#state.isBlended;
    this.#order += 1;
    this.#boxes.push({
      ...seen,
      color: isOpaque ? background : null,
      isCover: isOpaque && color !== null,
      order: this.#order,
    });
  }

  #showText(items: unknown): void {
    const { font, fontSize, horizontalScale, rise, charSpacing, wordSpacing, ctm } = this.#state;
    this.#imageBox = null;
    if (!font || !Array.isArray(items)) return;
    const matrix = multiply(ctm, this.#textMatrix);
    const [a, b, c, d, e, f] = matrix;
    const scale = fontSize * font.widthScale;
    const style = createTextStyle(this.#state, font, matrix, this.#artifactSince.length > 0);
    const length = Math.hypot(a, b) * Math.abs(horizontalScale);
    // Some programs use the spacing between words, and take it back between letters.
    const isTakenBack = (item: unknown) =>
      typeof item === 'number' && Math.abs((item / 1000) * fontSize - charSpacing) < Math.abs(charSpacing) * 0.1;
    const letterSpacing = items.length < minSpacedGlyphs || items.some(isTakenBack) ? 0 : charSpacing * length;
    let offset = 0;
    for (const item of items as readonly (number | PdfjsGlyph)[]) {
      if (typeof item === 'number') {
        offset += (((font.isVertical ? 1 : -1) * item) / 1000) * fontSize * (font.isVertical ? 1 : horizontalScale);
        continue;
      }
      const spacing = charSpacing + (item.isSpace ? wordSpacing : 0);
      const [x, y, advance] = font.isVertical
        ? [-(item.vmetric?.[1] ?? item.width / 2) * scale, -offset, -(item.vmetric?.[0] ?? -1000) * scale - spacing]
        : [offset, rise, (item.width * scale + spacing) * horizontalScale];
      offset += advance;
      // A space can be taken back by a negative spacing.
      const isNoSpace = item.isSpace && Math.abs(advance) < Math.abs(fontSize) * minSpaceEms;
      if (!style || isNoSpace) continue;
      this.#addGlyph(font, item, {
        x: a * x + c * y + e,
        y: b * x + d * y + f,
        width: font.isVertical ? style.size : item.width * Math.abs(scale) * length,
        spacing: font.isVertical ? 0 : letterSpacing,
        style,
      });
    }
    const move: Matrix = font.isVertical ? [1, 0, 0, 1, 0, -offset] : [1, 0, 0, 1, offset, 0];
    this.#textMatrix = multiply(this.#textMatrix, move);
  }

  #addGlyph(font: PageFont, glyph: PdfjsGlyph, drawn: Omit<Glyph, 'text' | 'order'>): void {
    const text = font.decode(glyph);
    if (text === null) return this.#unreadable.add(drawn);
    const placed = font.isRaised(glyph) ? this.#raiser.raise(drawn) : drawn;
    this.#unreadable.pass(placed, text);
    const { clip } = this.#state;
    const { x, y } = getGlyphCenter(placed);
    const isClipped = x < clip.x0 || x > clip.x1 || y < clip.y0 || y > clip.y1;
    const last = this.#glyphs.at(-1);
    if (isClipped && last) this.#glyphs[this.#glyphs.length - 1] = cutText(last, placed, clip.x1);
    if (isClipped || this.#isHidden()) {
      // Marks for the printer are outside the page.
      const isOnPage = x >= 0 && x <= this.#page.x1 && y >= 0 && y <= this.#page.y1;
      if (isOnPage && text !== ' ' && !this.#isAnnotationSkipped) this.#hiddenCharCount += 1;
      return;
    }
    this.#order += 1;
    // What is painted later shows through text that is also a clipping path.
    const order = this.#state.renderMode >= clippingMode ? Infinity : this.#order;
    this.#glyphs.push({ ...placed, text: text === ' ' ? '' : text, order });
  }

  #beginContent(tag: unknown, properties: unknown): void {
    this.#contentDepth += 1;
    const name = typeof tag === 'object' && tag !== null && 'name' in tag ? tag.name : tag;
    if (name === 'OC' && !this.#resources.isLayerVisible(properties)) this.#hiddenSince.push(this.#contentDepth);
    if (name === 'Artifact') this.#artifactSince.push(this.#contentDepth);
  }

  #endContent(): void {
    if (this.#hiddenSince.at(-1) === this.#contentDepth) this.#hiddenSince.pop();
    if (this.#artifactSince.at(-1) === this.#contentDepth) this.#artifactSince.pop();
    this.#contentDepth -= 1;
  }

  #beginForm(matrix: unknown, box: unknown): void {
    this.#save();
    this.#state.ctm = multiply(this.#state.ctm, toMatrix(matrix) ?? identity);
    if (!ArrayBuffer.isView(box)) return;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box as Float32Array;
    this.#state.clip = intersectBoxes(this.#state.clip, transformBox(this.#state.ctm, { x0, y0, x1, y1 }));
  }

  #beginGroup(options: unknown): void {
    this.#save();
    const isMask = typeof options === 'object' && options !== null && 'smask' in options && options.smask !== null;
    // A group is painted as a whole, so its content begins opaque.
    this.#groups.push(isMask || this.#state.fillAlpha < minVisibleAlpha);
    this.#state.fillAlpha = this.#state.strokeAlpha = 1;
  }

  #endGroup(): void {
    this.#groups.pop();
    this.#restore();
  }

  #beginAnnotation(id: unknown, transform: unknown, matrix: unknown): void {
    this.#isAnnotationSkipped = this.#resources.skippedAnnotations.has(String(id));
    this.#stack.push(this.#state);
    const placed = multiply(toMatrix(transform) ?? identity, toMatrix(matrix) ?? identity);
    this.#state = createState(multiply(this.#base, placed), this.#page);
  }

  #endAnnotation(): void {
    this.#restore();
    this.#isAnnotationSkipped = false;
  }
}
