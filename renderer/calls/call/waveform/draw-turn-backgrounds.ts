import type { TimedTurn } from '../../../../shared/calls.ts';

/** Who speaks when, as a quiet ground below the waves: one shape a lane, whatever the number of turns. */
export function drawTurnBackgrounds(wrapper: HTMLElement, turns: readonly TimedTurn[], durationSeconds: number): void {
  for (const [lane, { speaker, color }] of lanes.entries()) {
    const spans = turns
      .filter((turn) => turn.speaker === speaker)
      .map(({ start_seconds, end_seconds }) => `M${start_seconds} 0H${end_seconds}V1H${start_seconds}Z`);
    const picture = document.createElementNS(svgNamespace, 'svg');
    picture.setAttribute('viewBox', `0 0 ${durationSeconds} 1`);
    picture.setAttribute('preserveAspectRatio', 'none');
    picture.setAttribute('aria-hidden', 'true');
    Object.assign(picture.style, {
      position: 'absolute',
      left: '0',
      top: `${lane * 50}%`,
      width: '100%',
      height: '50%',
      pointerEvents: 'none',
    });
    const shape = document.createElementNS(svgNamespace, 'path');
    shape.setAttribute('d', spans.join(''));
    shape.style.fill = color;
    picture.append(shape);
    wrapper.prepend(picture);
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg';

const lanes = [
  { speaker: 'agent', color: 'color-mix(in oklch, var(--accent) 9%, transparent)' },
  { speaker: 'user', color: 'color-mix(in oklch, var(--recipient) 11%, transparent)' },
] as const;
