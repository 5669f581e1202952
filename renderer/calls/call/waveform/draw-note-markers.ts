import type { Note } from '../../../../shared/notes.ts';

/** A thin line with a head for each note, over both lanes; draws over what it drew before. */
export function drawNoteMarkers(wrapper: HTMLElement, notes: readonly Note[], durationSeconds: number): void {
  for (const drawn of wrapper.querySelectorAll('[data-note]')) drawn.remove();
  for (const { at_seconds } of notes) {
    const line = document.createElement('div');
    line.dataset['note'] = '';
    const head = document.createElement('div');
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
    Object.assign(head.style, {
      width: '7px',
      height: '7px',
      marginLeft: '-3px',
      borderRadius: '50%',
      background: 'var(--warn)',
    });
    line.append(head);
    wrapper.append(line);
  }
}
