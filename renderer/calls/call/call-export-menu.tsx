import { AudioLines, Braces, Captions, ChevronDown, FileText, Table } from 'lucide-react';
import type { CallDetails } from '../../../shared/calls.ts';
import { formatSize } from '../../format/format-size.ts';
import { queryClient } from '../../query-client.ts';
import { saveBlob, saveTextFile } from '../../save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { showErrorToast } from '../../ui/toasts.tsx';
import { callQuery } from '../call-query.ts';
import { classifyPlaybackError, playbackErrorMessages } from '../player/playback-error.ts';
import {
  formatExportFileName,
  formatTranscriptCsv,
  formatTranscriptJson,
  formatTranscriptSrt,
  formatTranscriptTxt,
  formatTranscriptVtt,
  type TranscriptExport,
} from './transcript-export.ts';
import { showRequestError } from '../../live/show-request-error.ts';

const exportFormats = [
  { extension: 'txt', label: 'Text', mediaType: 'text/plain', icon: FileText, format: formatTranscriptTxt },
  {
    extension: 'srt',
    label: 'Subtitles (SRT)',
    mediaType: 'application/x-subrip',
    icon: Captions,
    format: formatTranscriptSrt,
  },
  { extension: 'vtt', label: 'Subtitles (WebVTT)', mediaType: 'text/vtt', icon: Captions, format: formatTranscriptVtt },
  {
    extension: 'json',
    label: 'JSON with sources',
    mediaType: 'application/json',
    icon: Braces,
    format: formatTranscriptJson,
  },
  { extension: 'csv', label: 'CSV, one row per turn', mediaType: 'text/csv', icon: Table, format: formatTranscriptCsv },
] as const;

type CallExportMenuProps = {
  readonly call: TranscriptExport;
  readonly recording: { readonly size_bytes: number } | null;
};

/** Saves the recording or the transcript of a call as a file. */
export function CallExportMenu({ call, recording }: CallExportMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          Export
          <ChevronDown aria-hidden size={13} />
        </Button>
      }
    >
      {recording && (
        <>
          <MenuItem icon={<AudioLines aria-hidden size={14} />} onSelect={() => void saveRecording(call.call_id)}>
            Recording (MP3, {formatSize(recording.size_bytes)})
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {exportFormats.map(({ extension, label, mediaType, icon: Icon, format }) => (
        <MenuItem
          key={extension}
          icon={<Icon aria-hidden size={14} />}
          onSelect={() => saveTextFile(formatExportFileName(call, extension), mediaType, format(call))}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Saves the recording from a new URL, or shows why it is unavailable. */
async function saveRecording(callId: string): Promise<void> {
  const errorTitle = 'The recording was not saved';
  try {
    const details: CallDetails = await queryClient.fetchQuery({ ...callQuery(callId), staleTime: 0 });
    const response = details.recording ? await fetch(details.recording.url) : null;
    if (response?.ok) saveBlob(formatExportFileName(details, 'mp3'), await response.blob());
    else showErrorToast(errorTitle, playbackErrorMessages[classifyPlaybackError(response?.status ?? 404)].detail);
  } catch (error) {
    showRequestError(errorTitle, error);
  }
}
