import WaveSurfer from 'wavesurfer.js';
import HoverPlugin from 'wavesurfer.js/dist/plugins/hover.js';
import { formatClock } from '../../../format/format-clock.ts';
import type { TimedTurn, CallTimeline } from '../../../../shared/calls.ts';
import type { Note } from '../../../../shared/notes.ts';
import type { WaveformColors } from '../../player/waveform-colors.ts';
import { adoptStyles } from './adopt-styles.ts';
import { drawCurrentTurn } from './draw-current-turn.ts';
import { drawNoteMarkers } from './draw-note-markers.ts';
import { drawTurnBackgrounds } from './draw-turn-backgrounds.ts';

/** How much closer than this a recording is not shown. */
export const zoomMaxPxPerSecond = 80;

type WaveformRendererOptions = {
  readonly timeline: CallTimeline;
  readonly durationSeconds: number;
  readonly colors: WaveformColors;
  /** The height of one speaker's lane in CSS pixels. */
  readonly lanePx: number;
  /** Called when another stretch is shown, with its shares of the whole. */
  readonly onVisibleRangeChange: (from: number, to: number) => void;
};

/** A drawn recording. It shows a time; what plays, and where to, is the player's. */
export type WaveformRenderer = {
  /** Moves the cursor, and the view with it where it is followed. */
  readonly setTime: (seconds: number, isFollowed: boolean) => void;
  /** Marks the turn that is heard; null where nothing has been said yet. */
  readonly setCurrentTurn: (turn: TimedTurn | null) => void;
  readonly setNotes: (notes: readonly Note[]) => void;
  readonly setColors: (colors: WaveformColors) => void;
  /** Closer or farther; `anchorSeconds` stays where it is on the screen. Gives the factor that it came to, 1 for all. */
  readonly zoom: (factor: number, anchorSeconds: number) => number;
  /** The moment below the pointer; null below the wave, where its scrollbar is. */
  readonly getSecondsAt: (pointer: { readonly clientX: number; readonly clientY: number }) => number | null;
  readonly destroy: () => void;
};

/** Draws stored peaks, a lane a speaker; nothing is decoded here. */
export function createWaveformRenderer(host: HTMLElement, options: WaveformRendererOptions): WaveformRenderer {
  const { timeline, durationSeconds, colors, lanePx, onVisibleRangeChange } = options;
  const container = document.createElement('div');
  const wave = WaveSurfer.create({
    container, // not in the page yet, so that its style element never counts there
    // A stand-in without a source: given the player's own element, wavesurfer would set its source once more, hold
    // seeks back until it can play, and follow a call that may be another one than is shown.
    media: document.createElement('audio'),
    peaks: timeline.peaks.channels.map((channel) => (channel.length > 0 ? channel : [0])),
    duration: durationSeconds,
    height: lanePx,
    splitChannels: createChannelOptions(colors, lanePx),
    barWidth: 2,
    barGap: 1,
    barRadius: 1,
    barMinHeight: 1,
    cursorColor: 'var(--ink)',
    cursorWidth: 1,
    interact: false,
    autoScroll: false,
    hideScrollbar: false,
    plugins: [
      HoverPlugin.create({
        lineColor: 'var(--edge)',
        labelColor: 'var(--ink)',
        labelBackground: 'var(--raised)',
        labelSize: 11,
        formatTimeCallback: formatClock,
      }),
    ],
  });
  adoptStyles(container);
  host.append(container);
  const wrapper = wave.getWrapper();
  drawTurnBackgrounds(wrapper, timeline.turns, durationSeconds);
  let shownSeconds = 0;
  wave.on('ready', () => wave.setTime(shownSeconds)); // loading went back to the start
  wave.on('scroll', (from, to) => onVisibleRangeChange(from / durationSeconds, to / durationSeconds));
  let factor = 1;

  return {
    setTime: (seconds, isFollowed) => {
      shownSeconds = seconds;
      wave.setTime(seconds);
      if (factor === 1 || !isFollowed) return;
      const [at, left, width] = [(seconds / durationSeconds) * wrapper.scrollWidth, wave.getScroll(), wave.getWidth()];
      if (at < left || at > left + width * 0.95) wave.setScroll(at - width * 0.1);
    },
    setCurrentTurn: (turn) => drawCurrentTurn(wrapper, turn, durationSeconds),
    setNotes: (notes) => drawNoteMarkers(wrapper, notes, durationSeconds),
    setColors: (now) => wave.setOptions({ splitChannels: createChannelOptions(now, lanePx) }),
    zoom: (wanted, anchorSeconds) => {
      const fitPxPerSecond = wave.getWidth() / durationSeconds;
      factor = Math.min(Math.max(1, zoomMaxPxPerSecond / fitPxPerSecond), Math.max(1, wanted));
      const anchor = anchorSeconds / durationSeconds;
      const offsetPx = anchor * wrapper.scrollWidth - wave.getScroll();
      wave.zoom(factor === 1 ? 0 : factor * fitPxPerSecond);
      wave.setScroll(anchor * wrapper.scrollWidth - offsetPx);
      return factor;
    },
    getSecondsAt: ({ clientX, clientY }) => {
      const { left, width, bottom } = wrapper.getBoundingClientRect();
      if (clientY > bottom) return null;
      return Math.min(1, Math.max(0, (clientX - left) / width)) * durationSeconds;
    },
    destroy: () => {
      wave.destroy();
      container.remove();
    },
  };
}

function createChannelOptions(colors: WaveformColors, lanePx: number) {
  return [
    { waveColor: colors.agentUnplayed, progressColor: colors.agent, height: lanePx },
    { waveColor: colors.userUnplayed, progressColor: colors.user, height: lanePx },
  ];
}
