/** How long after its first key the second one of `g c` is waited for. */
const waitMs = 1_200;

type Press = Pick<KeyboardEvent, 'timeStamp'>;

let begun: { readonly key: string; readonly until: number } | null = null;

export function beginSequence(key: string, { timeStamp }: Press): void {
  begun = { key, until: timeStamp + waitMs };
}

export function endSequence(): void {
  begun = null;
}

/** The first key of a sequence that a press goes on with, or null; whoever has keys of its own leaves such a press alone. */
export function firstOfSequence({ timeStamp }: Press): string | null {
  return begun && timeStamp <= begun.until ? begun.key : null;
}
