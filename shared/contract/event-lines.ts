/**
 * Splits the text of an event stream, which arrives in pieces, into its lines. They end with CR, LF or both (WHATWG HTML, section
 * 9.2.5), and a program between the two sides can change which.
 */
export class EventLines {
  #isAfterReturn = false;
  #rest = '';

  /** The start of a line whose end has not arrived yet. */
  get rest(): string {
    return this.#rest;
  }

  /** Returns the lines that end in this piece. */
  add(text: string): readonly string[] {
    if (text === '') return [];
    // The line feed after a carriage return at the end of a piece does not end another line.
    const lines = (this.#rest + (this.#isAfterReturn ? text.replace(/^\n/, '') : text)).split(/\r\n|\n|\r/);
    this.#isAfterReturn = text.endsWith('\r');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}
