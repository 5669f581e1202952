/** Why a recording cannot be heard. */
export type PlaybackError = 'missing' | 'damaged' | 'expired' | 'undecodable' | 'unreachable';

/** What a request for the recording's first byte tells about an element that failed; null where nobody answered. */
export function classifyPlaybackError(status: number | null): PlaybackError {
  if (status === null || status >= 500) return 'unreachable';
  if (status === 404) return 'missing';
  if (status === 410) return 'damaged';
  if (status === 403) return 'expired';
  return 'undecodable';
}

/** What is wrong, what was kept, and what to do. */
export const playbackErrorMessages = {
  missing: {
    title: 'The recording is not there',
    detail: 'Its file was moved or deleted. The transcript, passages and notes are kept.',
  },
  damaged: {
    title: 'The recording is damaged',
    detail: 'Its file is not the one that was made. The transcript, passages and notes are kept.',
  },
  expired: {
    title: 'The recording could not be opened',
    detail: 'Its address is no longer valid, and a new one was refused too. Reload the call to try again.',
  },
  undecodable: {
    title: 'The recording cannot be played',
    detail: 'Its file is there but cannot be decoded. The transcript, passages and notes are kept.',
  },
  unreachable: {
    title: 'The recording could not be read',
    detail: 'The service on this computer did not answer. Nothing was lost; try again in a moment.',
  },
} as const satisfies Record<PlaybackError, { readonly title: string; readonly detail: string }>;
