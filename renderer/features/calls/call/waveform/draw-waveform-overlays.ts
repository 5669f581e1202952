import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import type { Note } from '../../../../../shared/calls/notes.ts';

/** Marks the current turn in its speaker's lane. Moves the existing mark, or removes it if `turn` is null. */
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

/** Draws a line with a dot for each note, and removes the previous ones. */
export function drawNoteMarkers(wrapper: HTMLElement, notes: readonly Note[], durationSeconds: number): void {
  for (const previous of wrapper.querySelectorAll('[data-note]')) previous.remove();
  for (const { at_seconds } of notes) {
    const line = document.createElement('div');
    line.dataset['note'] = '';
    const dot = document.createElement('div');
    Object.assign(line.style, {
      position: 'absolute',
      top: '0',
      bottom: '0',
      left: `${(Math.min(at_seconds, durationSeconds) / durationSeconds) * 100}%`,
      width: '1px',
      background: 'var(--warn)',
      zIndex: '4',
      pointerEvents: 'none',
    });
    Object.assign(dot.style, {
      width: '7px',
      height: '7px',
      marginLeft: '-3px',
      borderRadius: '50%',
      background: 'var(--warn)',
    });
    line.append(dot);
    wrapper.append(line);
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg';

const lanes = [
  { speaker: 'agent', color: 'color-mix(in oklch, var(--accent) 9%, transparent)' },
  { speaker: 'user', color: 'color-mix(in oklch, var(--recipient) 11%, transparent)' },
] as const;

/** Draws a background behind each turn, as one path per lane regardless of the number of turns. */
export function drawTurnBackgrounds(wrapper: HTMLElement, turns: readonly TimedTurn[], durationSeconds: number): void {
  for (const [lane, { speaker, color }] of lanes.entries()) {
    const spans = turns
      .filter((turn) => turn.speaker === speaker)
      .map(({ start_seconds, end_seconds }) => `M${start_seconds} 0H${end_seconds}V1H${start_seconds}Z`);
    const svg = document.createElementNS(svgNamespace, 'svg');
    svg.setAttribute('viewBox', `0 0 ${durationSeconds} 1`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    Object.assign(svg.style, {
      position: 'absolute',
      left: '0',
      top: `${lane * 50}%`,
      width: '100%',
      height: '50%',
      pointerEvents: 'none',
    });
    const path = document.createElementNS(svgNamespace, 'path');
    path.setAttribute('d', spans.join(''));
    path.style.fill = color;
    svg.append(path);
    wrapper.prepend(svg);
  }
}
