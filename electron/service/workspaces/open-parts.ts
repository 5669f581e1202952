type Part = { readonly close: () => void | Promise<void> };

/** Parts that are open, in the order in which they were opened. Each may use those before it, so the last one is closed first. */
export class OpenParts {
  readonly #parts: Part[] = [];
  #closing: Promise<void> | undefined;

  /** Adds a part that has been opened, and returns it. */
  add<Opened extends Part>(part: Opened): Opened {
    this.#parts.push(part);
    return part;
  }

  /**
   * Closes all parts, each once. A part that fails to close does not keep the others open: its error is thrown when all are
   * closed, and several errors as an AggregateError.
   */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const part of this.#parts.toReversed())
      try {
        await part.close();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} parts could not be closed.`);
    if (errors.length === 1) throw errors[0];
  }
}
