/** References to notes, and the labels of notes: "[1]" or "[iv]", and raised digits after the end of a sentence or clause. */
const noteMarkPattern =
  /(?<=^|\n)\[(?:\d{1,3}|[ivxl]{1,6})\] |\[(?:\d{1,3}|[ivxl]{1,6})\]|(?<=[.!?:;,”)])[⁰¹²³⁴-⁹]+(?=\s|$)/gu;

/** Returns the text without references to notes, which say nothing when they are spoken or searched. */
export function removeNoteMarks(text: string): string {
  return text.replaceAll(noteMarkPattern, '');
}
