import type { TimedTurn } from '../../../../shared/calls.ts';

/** Marks one turn in its speaker's lane, by a stronger ground and a line below it; moves the mark that it drew before. */
export function drawCurrentTurn(wrapper: HTMLElement, turn: TimedTurn | null, durationSeconds: number): void {
  const mark = wrapper.querySelector<HTMLElement>('[data-current-turn]') ?? document.createElement('div');
  if (!turn) return mark.remove();
  const color = turn.speaker === 'agent' ? 'var(--accent)' : 'var(--recipient)';
  mark.dataset['currentTurn'] = '';
  Object.assign(mark.style, {
    position: 'absolute',
    boxSizing: 'border-box',
    top: turn.speaker === 'agent' ? '0' : '50%',
    height: '50%',
    left: `${(turn.start_seconds / durationSeconds) * 100}%`,
    width: `${((turn.end_seconds - turn.start_seconds) / durationSeconds) * 100}%`,
    minWidth: '2px',
    background: `color-mix(in oklch, ${color} 14%, transparent)`,
    borderBottom: `2px solid ${color}`,
    pointerEvents: 'none',
  });
  if (!mark.isConnected) wrapper.prepend(mark);
}
