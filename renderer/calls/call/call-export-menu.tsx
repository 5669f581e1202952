import { AudioLines, Braces, Captions, ChevronDown, FileText, Table } from 'lucide-react';
import {
  formatTranscriptJson,
  formatTranscriptSrt,
  formatTranscriptTxt,
  formatTranscriptVtt,
  formatExportFileName,
  type TranscriptExport,
} from './transcript-export.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { exportCsv } from './export-csv.ts';
import { saveTextFile } from '../../save-file.ts';
import { saveRecording } from './save-recording.ts';

const exportFormats = [
  { extension: 'txt', label: 'Text', mediaType: 'text/plain', icon: FileText, write: formatTranscriptTxt },
  {
    extension: 'srt',
    label: 'Subtitles, SRT',
    mediaType: 'application/x-subrip',
    icon: Captions,
    write: formatTranscriptSrt,
  },
  { extension: 'vtt', label: 'Subtitles, WebVTT', mediaType: 'text/vtt', icon: Captions, write: formatTranscriptVtt },
  {
    extension: 'json',
    label: 'JSON, with passages',
    mediaType: 'application/json',
    icon: Braces,
    write: formatTranscriptJson,
  },
  { extension: 'csv', label: 'CSV, a row a turn', mediaType: 'text/csv', icon: Table, write: exportCsv },
] as const;

type CallExportMenuProps = {
  readonly call: TranscriptExport;
  readonly recording: { readonly size_bytes: number } | null;
};

/** What of a call can be taken elsewhere. */
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
            Recording, MP3, {formatSize(recording.size_bytes)}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {exportFormats.map(({ extension, label, mediaType, icon: Icon, write }) => (
        <MenuItem
          key={extension}
          icon={<Icon aria-hidden size={14} />}
          onSelect={() => saveTextFile(formatExportFileName(call, extension), mediaType, write(call))}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
