/** A piece of text in reading order. Each table row is a separate piece. */
export type BodyPiece = { readonly kind: 'heading' | 'paragraph' | 'row'; readonly text: string };

/** Joins table rows as lines and all other pieces as paragraphs. */
export function joinPieces(pieces: readonly BodyPiece[]): string {
  let text = '';
  let previous: BodyPiece | undefined;
  for (const piece of pieces) {
    if (previous) text += previous.kind === 'row' && piece.kind === 'row' ? '\n' : '\n\n';
    text += piece.text;
    previous = piece;
  }
  return text;
}

/** Joins the pieces of a table cell in one line, in which no other cell seems to begin. */
export function joinCell(pieces: readonly BodyPiece[]): string {
  let text = '';
  let previous: BodyPiece | undefined;
  for (const piece of pieces) {
    if (previous) text += previous.kind === 'row' && piece.kind === 'row' ? '; ' : ' ';
    // The columns of a table in the cell.
    text += piece.kind === 'row' ? piece.text.replaceAll(' | ', ', ') : piece.text;
    previous = piece;
  }
  return text.replaceAll(/\s+/g, ' ').replaceAll(' | ', ' ').trim();
}
