export { findCitingTurn, findPreviousTurn, findSpeechStart, findTurnAt } from './find-turn.ts';
export { MiniWaveform } from './player/mini-waveform.tsx';
export {
  classifyPlaybackError,
  type PlaybackError,
  playbackErrorMessages,
  recordingNotKept,
} from './player/playback-error.ts';
export { PlayButton, RateMenu, SkipButton, VolumeMenu } from './player/player-controls.tsx';
export { PlayerDock } from './player/player-dock.tsx';
export { type PlayerSource, usePlayerSeconds, usePlayerStore } from './player/player-store.ts';
export {
  changeRate,
  loadCall,
  pause,
  play,
  retryPlayback,
  seek,
  setSkipsSilence,
  togglePlay,
} from './player/player.ts';
export { SeekSlider } from './player/seek-slider.tsx';
export { minSilenceSeconds } from './player/silences.ts';
export { getAudioContext } from './player/speaker-mixer.ts';
export { useWaveformColors, type WaveformColors } from './player/waveform-colors.ts';
export { WaveformThumbnail } from './waveform-thumbnail.tsx';
