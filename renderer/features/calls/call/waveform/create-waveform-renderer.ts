import WaveSurfer from 'wavesurfer.js';
import HoverPlugin from 'wavesurfer.js/dist/plugins/hover.js';
import { formatClock } from '../../../../format/format-clock.ts';
import type { TimedTurn, CallTimeline } from '../../../../../shared/calls/calls.ts';
import type { Note } from '../../../../../shared/calls/notes.ts';
import type { WaveformColors } from '../../../recordings/public.ts';
import { drawCurrentTurn, drawNoteMarkers, drawTurnBackgrounds } from './draw-waveform-overlays.ts';

const maxZoomPxPerSecond = 80;

type WaveformRendererOptions = {
  readonly timeline: CallTimeline;
  readonly durationSeconds: number;
  readonly colors: WaveformColors;
  /** The height of one speaker's lane in CSS pixels. */
  readonly lanePx: number;
  /** Called when the visible range changes, with fractions of the duration. */
  readonly onVisibleRangeChange: (from: number, to: number) => void;
};

/** A rendered waveform. It shows a position but does not play: the player owns playback. */
export type WaveformRenderer = {
  /** Moves the cursor, and scrolls to it if `isFollowing`. */
  readonly setTime: (seconds: number, isFollowing: boolean) => void;
  /** Marks the current turn; null before the first turn. */
  readonly setCurrentTurn: (turn: TimedTurn | null) => void;
  readonly setNotes: (notes: readonly Note[]) => void;
  readonly setColors: (colors: WaveformColors) => void;
  /** Zooms and keeps `anchorSeconds` in place. Returns the clamped factor; 1 shows the whole recording. */
  readonly zoom: (factor: number, anchorSeconds: number) => number;
  /** Returns the time at the pointer; null if the pointer is below the waveform, on its scrollbar. */
  readonly getSecondsAt: (pointer: { readonly clientX: number; readonly clientY: number }) => number | null;
  readonly destroy: () => void;
};

/** Renders stored peaks with one lane per speaker. It decodes no audio. */
export function createWaveformRenderer(host: HTMLElement, options: WaveformRendererOptions): WaveformRenderer {
  const { timeline, durationSeconds, colors, lanePx, onVisibleRangeChange } = options;
  const container = document.createElement('div');
  const waveSurfer = WaveSurfer.create({
    container, // not attached yet, so that the content security policy does not apply to its style element
    // An element without a source. With the player's own element, wavesurfer would reset its source, delay seeks
    // until it can play, and follow a call that may not be the one shown.
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
  const wrapper = waveSurfer.getWrapper();
  drawTurnBackgrounds(wrapper, timeline.turns, durationSeconds);
  let shownSeconds = 0;
  waveSurfer.on('ready', () => waveSurfer.setTime(shownSeconds)); // loading resets the position
  waveSurfer.on('scroll', (from, to) => onVisibleRangeChange(from / durationSeconds, to / durationSeconds));
  let factor = 1;

  return {
    setTime: (seconds, isFollowing) => {
      shownSeconds = seconds;
      waveSurfer.setTime(seconds);
      if (factor === 1 || !isFollowing) return;
      const cursorPx = (seconds / durationSeconds) * wrapper.scrollWidth;
      const leftPx = waveSurfer.getScroll();
      const widthPx = waveSurfer.getWidth();
      if (cursorPx < leftPx || cursorPx > leftPx + widthPx * 0.95) waveSurfer.setScroll(cursorPx - widthPx * 0.1);
    },
    setCurrentTurn: (turn) => drawCurrentTurn(wrapper, turn, durationSeconds),
    setNotes: (notes) => drawNoteMarkers(wrapper, notes, durationSeconds),
    setColors: (next) => waveSurfer.setOptions({ splitChannels: createChannelOptions(next, lanePx) }),
    zoom: (requestedFactor, anchorSeconds) => {
      const fitPxPerSecond = waveSurfer.getWidth() / durationSeconds;
      factor = Math.min(Math.max(1, maxZoomPxPerSecond / fitPxPerSecond), Math.max(1, requestedFactor));
      const anchor = anchorSeconds / durationSeconds;
      const offsetPx = anchor * wrapper.scrollWidth - waveSurfer.getScroll();
      waveSurfer.zoom(factor === 1 ? 0 : factor * fitPxPerSecond);
      waveSurfer.setScroll(anchor * wrapper.scrollWidth - offsetPx);
      return factor;
    },
    getSecondsAt: ({ clientX, clientY }) => {
      const { left, width, bottom } = wrapper.getBoundingClientRect();
      if (clientY > bottom) return null;
      return Math.min(1, Math.max(0, (clientX - left) / width)) * durationSeconds;
    },
    destroy: () => {
      waveSurfer.destroy();
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

/**
 * Replaces the style element in wavesurfer's shadow root by an adopted style sheet. The content security policy blocks
 * inline style elements but allows adopted sheets, so this must run before the container is attached.
 */
function adoptStyles(container: HTMLElement): void {
  const shadow = container.firstElementChild?.shadowRoot;
  const style = shadow?.querySelector('style');
  if (!shadow || !style) throw new Error('wavesurfer.js no longer has a style element in its shadow root.');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent);
  shadow.adoptedStyleSheets = [sheet];
  style.remove();
}
