import type { LatestCall } from '../../shared/overview.ts';

type TinyWaveProps = { readonly shape: NonNullable<LatestCall['shape']> };

const width = 144;
const height = 24;
const middle = height / 2;
const gapPx = 1;
const silencePx = 0.5;

/** A quiet call is drawn as large as a loud one, up to a point: what is shown is its shape. */
const loudestMin = 0.25;

/** What a call sounded like, as wide as a word or two: the agent above, the recipient below. */
export function TinyWave({ shape: [agent, recipient] }: TinyWaveProps) {
  const scale = (middle - 1) / Math.max(loudestMin, ...agent, ...recipient);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      strokeWidth={stepOf(agent) - gapPx}
      className="block w-full"
    >
      <path d={drawLane(agent, -scale)} className="stroke-accent" />
      <path d={drawLane(recipient, scale)} className="stroke-recipient" />
    </svg>
  );
}

function stepOf(levels: readonly number[]): number {
  return width / Math.max(1, levels.length);
}

/** Silence is a trace of a line, so that the call keeps its length. */
function drawLane(levels: readonly number[], scale: number): string {
  const step = stepOf(levels);
  return levels
    .map((level, place) => {
      const length = Math.sign(scale) * Math.max(silencePx, level * Math.abs(scale));
      return `M${((place + 0.5) * step).toFixed(1)} ${middle}v${length.toFixed(1)}`;
    })
    .join('');
}
