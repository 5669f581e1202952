/** Focuses a turn of the transcript: its button, or its row if the time of the turn is not known. */
export function focusTurn(index: number): void {
  const row = document.querySelector<HTMLElement>(`[data-turn="${index}"]`);
  const button = row?.querySelector<HTMLElement>('[data-play-turn]');
  if (!row || button) return button?.focus();
  row.tabIndex = -1; // not in the order of the Tab key
  row.focus();
}
