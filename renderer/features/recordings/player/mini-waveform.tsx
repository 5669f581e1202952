import { useEffect, useRef, type PointerEvent } from 'react';
import type { CallTimeline } from '../../../../shared/calls/calls.ts';
import { reducePeaks } from '../../../../shared/calls/reduce-peaks.ts';
import { classNames } from '../../../ui/page/class-names.ts';
import { useWaveformColors, type WaveformColors } from './waveform-colors.ts';

type MiniWaveformProps = {
  readonly peaks: CallTimeline['peaks'];
  /** The played part, 0 to 1. */
  readonly fraction: number;
  readonly onSeek: (fraction: number) => void;
  /** The part that the large waveform shows, as fractions; null for none. */
  readonly visibleRange?: readonly [number, number] | null;
  readonly className?: string;
};

const barPx = 2;
const gapPx = 1;

/**
 * The waveform of a whole call in a small space: the agent above, the recipient below. It is for the pointer only; the
 * slider beside it serves keyboards and screen readers.
 */
export function MiniWaveform({ peaks, fraction, onSeek, visibleRange = null, className }: MiniWaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useWaveformColors();
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const draw = () => drawWaveform(target, peaks, colors);
    const observer = new ResizeObserver(draw);
    observer.observe(target);
    return () => observer.disconnect();
  }, [peaks, colors]);
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek(Math.min(1, Math.max(0, (event.clientX - left) / width)));
  };
  return (
    <div
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
      className={classNames('relative touch-none overflow-hidden', className)}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <div className="absolute inset-y-0 right-0 bg-surface/60" style={{ left: `${fraction * 100}%` }} />
      <div className="absolute inset-y-0 w-px bg-ink" style={{ left: `${fraction * 100}%` }} />
      {visibleRange && (
        <div
          className="absolute inset-y-0 rounded-mark border border-edge"
          style={{ left: `${visibleRange[0] * 100}%`, width: `${(visibleRange[1] - visibleRange[0]) * 100}%` }}
        />
      )}
    </div>
  );
}

function drawWaveform(canvas: HTMLCanvasElement, { channels }: CallTimeline['peaks'], colors: WaveformColors): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  const count = Math.floor(width / (barPx + gapPx));
  const middle = height / 2;
  for (const [lane, color] of [colors.agent, colors.user].entries()) {
    const bars = reducePeaks(channels[lane] ?? [], count);
    const stepPx = width / Math.max(1, bars.length);
    context.fillStyle = color;
    context.beginPath();
    for (const [index, peak] of bars.entries()) {
      const length = Math.max(0.5, peak * (middle - 1));
      context.rect(index * stepPx, lane === 0 ? middle - length : middle, Math.max(1, stepPx - gapPx), length);
    }
    context.fill();
  }
}
