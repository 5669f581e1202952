import { formatCallFileName } from '../../../../shared/calls/call-file-name.ts';
import { AudioLines, Braces, Captions, ChevronDown, FileText, Table } from 'lucide-react';
import { formatSize } from '../../../format/format-size.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { queryClient } from '../../../data/query-client.ts';
import { saveTextFile } from '../../../data/save-file.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/dialogs/menu.tsx';
import { scorecardQuery } from '../scorecard/scorecard-query.ts';
import { saveRecording } from './save-recording.ts';
import {
  formatTranscriptCsv,
  formatTranscriptJson,
  formatTranscriptSrt,
  formatTranscriptTxt,
  formatTranscriptVtt,
  type TranscriptExport,
} from './transcript-export.ts';

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
  readonly call: Omit<TranscriptExport, 'scorecard'>;
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
          onSelect={() => void saveTranscript(call, { extension, mediaType, format })}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

type ExportFormat = Pick<(typeof exportFormats)[number], 'extension' | 'mediaType' | 'format'>;

async function saveTranscript(
  call: CallExportMenuProps['call'],
  { extension, mediaType, format }: ExportFormat,
): Promise<void> {
  try {
    const scorecard = await queryClient.fetchQuery(scorecardQuery(call.call_id));
    const isEmpty = scorecard.criteria.length === 0 && scorecard.deleted_criteria.length === 0;
    const content = format({ ...call, scorecard: isEmpty ? null : scorecard });
    saveTextFile(formatCallFileName(call, extension), mediaType, content);
  } catch (error) {
    showRequestError('The transcript was not exported', error);
  }
}
