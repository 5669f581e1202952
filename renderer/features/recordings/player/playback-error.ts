/** Why a recording cannot be played. */
export type PlaybackError = 'missing' | 'damaged' | 'expired' | 'undecodable' | 'unreachable';

/** Finds the cause from the HTTP status of a request for the first byte; null if there was no response. */
export function classifyPlaybackError(status: number | null): PlaybackError {
  if (status === null || status >= 500) return 'unreachable';
  if (status === 404) return 'missing';
  if (status === 410) return 'damaged';
  if (status === 403) return 'expired';
  return 'undecodable';
}

/** Error messages: the cause, what is kept, and what to do. */
export const playbackErrorMessages = {
  missing: {
    title: 'Recording not found',
    detail: 'The file was moved or deleted. The transcript, sources and notes are kept.',
  },
  damaged: {
    title: 'Recording damaged',
    detail: 'The file has changed since it was recorded. The transcript, sources and notes are kept.',
  },
  expired: {
    title: 'Recording could not be opened',
    detail: 'The link has expired and could not be renewed. Reload the call to try again.',
  },
  undecodable: {
    title: 'Recording cannot be played',
    detail: 'The file could not be decoded. The transcript, sources and notes are kept.',
  },
  unreachable: {
    title: 'Recording could not be loaded',
    detail: 'The service did not respond. Nothing was lost. Try again in a moment.',
  },
} as const satisfies Record<PlaybackError, { readonly title: string; readonly detail: string }>;

/** Shown for a completed call of this computer that has no recording. */
export const recordingNotKept = 'The recording was not kept. You can read the transcript.';
