type PendingReply<Reply> = {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
};

/** The requests that were sent to another thread and have no reply yet, by id. */
export class PendingReplies<Reply> {
  readonly #pending = new Map<number, PendingReply<Reply>>();
  #lastId = 0;

  get size(): number {
    return this.#pending.size;
  }

  /** Sends a request with a new id, and returns the promise of its reply. */
  add(send: (id: number) => void): { readonly id: number; readonly reply: Promise<Reply> } {
    const id = ++this.#lastId;
    send(id); // a request that cannot be sent is not pending
    const reply = new Promise<Reply>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    return { id, reply };
  }

  /** Returns false if the request has been settled before. */
  resolve(id: number, reply: Reply): boolean {
    this.#pending.get(id)?.resolve(reply);
    return this.#pending.delete(id);
  }

  /** Returns false if the request has been settled before. */
  reject(id: number, reason: unknown): boolean {
    this.#pending.get(id)?.reject(reason);
    return this.#pending.delete(id);
  }

  rejectAll(reason: unknown): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(reason);
  }
}
