import type { LatestCall } from '../../../shared/window/overview.ts';

type WaveformThumbnailProps = { readonly shape: NonNullable<LatestCall['waveform']> };

const widthPx = 144;
const heightPx = 24;
const middlePx = heightPx / 2;
const gapPx = 1;
const silencePx = 0.5;

/** Quiet calls are scaled up to this level, because the thumbnail shows the shape and not the volume. */
const minPeakLevel = 0.25;

/** A small waveform: the agent above, the recipient below. */
export function WaveformThumbnail({ shape: [agent, recipient] }: WaveformThumbnailProps) {
  const scale = (middlePx - 1) / Math.max(minPeakLevel, ...agent, ...recipient);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      fill="none"
      strokeWidth={getBarStepPx(agent) - gapPx}
      className="block w-full"
    >
      <path d={drawLane(agent, -scale)} className="stroke-accent" />
      <path d={drawLane(recipient, scale)} className="stroke-recipient" />
    </svg>
  );
}

function getBarStepPx(levels: readonly number[]): number {
  return widthPx / Math.max(1, levels.length);
}

/** Draws silence as a thin line, so that the call keeps its length. */
function drawLane(levels: readonly number[], scale: number): string {
  const step = getBarStepPx(levels);
  return levels
    .map((level, index) => {
      const length = Math.sign(scale) * Math.max(silencePx, level * Math.abs(scale));
      return `M${((index + 0.5) * step).toFixed(1)} ${middlePx}v${length.toFixed(1)}`;
    })
    .join('');
}
