import { Popover } from '@base-ui/react/popover';
import { CircleAlert, FastForward, Keyboard } from 'lucide-react';
import { FileDragHandle } from '../../../data/file-drag-handle.tsx';
import { formatClock } from '../../../format/format-clock.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/page/class-names.ts';
import { useFloatingContainer } from '../../../ui/dialogs/floating-container.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ShortcutHints } from '../../../ui/buttons/shortcut-hints.tsx';
import {
  retryPlayback,
  setSkipsSilence,
  usePlayerStore,
  usePlayerSeconds,
  SeekSlider,
  minSilenceSeconds,
  playbackErrorMessages,
  type PlaybackError,
  PlayButton,
  RateMenu,
  SkipButton,
  VolumeMenu,
} from '../../recordings/public.ts';
import { callShortcuts } from './call-shortcuts.ts';

type PlayerBarProps = {
  readonly callId: string;
  readonly durationSeconds: number;
  readonly initialSeconds: number;
  /** An error that is known before playback. */
  readonly error: PlaybackError | null;
  readonly isVolumeOpen: boolean;
  readonly onVolumeOpenChange: (isOpen: boolean) => void;
  readonly onPlay: () => void;
};

/** All controls of the player, below the waveform. */
export function PlayerBar(props: PlayerBarProps) {
  const { callId, durationSeconds, initialSeconds, error, isVolumeOpen, onVolumeOpenChange, onPlay } = props;
  const seconds = usePlayerSeconds(callId);
  const playbackError = usePlayerStore(({ playback }) => (playback.state === 'failed' ? playback.error : null));
  const skipsSilence = usePlayerStore((state) => state.skipsSilence);
  const isLoaded = seconds !== null;
  const shownError = error ?? (isLoaded ? playbackError : null);
  return (
    <div className="flex flex-col gap-1">
      {isLoaded && <SeekSlider className="mt-1" />}
      {shownError !== null && <PlaybackErrorAlert error={shownError} canRetry={error === null} />}
      <div className="flex h-9 items-center gap-1">
        {isLoaded && <SkipButton skip="back15" />}
        {isLoaded && <SkipButton skip="back5" />}
        {error === null && <PlayCallButton isLoaded={isLoaded} onPlay={onPlay} />}
        {isLoaded && <SkipButton skip="forward5" />}
        {isLoaded && <SkipButton skip="forward15" />}
        <span className="ml-2 whitespace-nowrap tabular-nums">
          {formatClock(seconds ?? initialSeconds)} <span className="text-muted">/ {formatClock(durationSeconds)}</span>
        </span>
        {error === null && (
          <FileDragHandle item={{ kind: 'recording', id: callId }} title="Drag the recording to another application" />
        )}
        <span className="flex-1" />
        <IconButton
          label={`Skip silence over ${minSilenceSeconds} seconds`}
          side="top"
          aria-pressed={skipsSilence}
          icon={<FastForward aria-hidden size={16} />}
          onClick={() => setSkipsSilence(!skipsSilence)}
          className={classNames(skipsSilence && 'bg-accent-soft text-accent!')}
        />
        <VolumeMenu isOpen={isVolumeOpen} onOpenChange={onVolumeOpenChange} />
        <RateMenu />
        <CallShortcutsPopover />
      </div>
    </div>
  );
}

type PlayCallButtonProps = { readonly isLoaded: boolean; readonly onPlay: () => void };

/** Plays this call. While another call is loaded, the button does not show that call's state. */
function PlayCallButton({ isLoaded, onPlay }: PlayCallButtonProps) {
  if (isLoaded) return <PlayButton variant="primary" onPlay={onPlay} />;
  return (
    <Button variant="primary" onClick={onPlay}>
      Play this call
    </Button>
  );
}

type PlaybackErrorAlertProps = { readonly error: PlaybackError; readonly canRetry: boolean };

function PlaybackErrorAlert({ error, canRetry }: PlaybackErrorAlertProps) {
  const { title, detail } = playbackErrorMessages[error];
  return (
    <div role="alert" className="flex items-center gap-2.5 rounded-control bg-bad-soft px-3 py-1.5">
      <CircleAlert aria-hidden size={15} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{title}.</span> <span className="text-muted">{detail}</span>
      </p>
      {canRetry && (
        <Button size="small" onClick={retryPlayback}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Lists all shortcuts of the call view. */
function CallShortcutsPopover() {
  const label = 'Keyboard shortcuts';
  const container = useFloatingContainer();
  return (
    <Popover.Root>
      <Popover.Trigger render={<IconButton label={label} side="top" icon={<Keyboard aria-hidden size={16} />} />} />
      <Popover.Portal container={container}>
        <Popover.Positioner positionMethod="fixed" sideOffset={6} align="end" className="z-30">
          <Popover.Popup
            aria-label={label}
            className="fade-transition w-72 rounded-panel bg-raised p-3 shadow-float outline-none"
          >
            <ShortcutHints hints={callShortcuts} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
