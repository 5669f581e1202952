import { AudioLines, Braces, Captions, ChevronDown, FileText, Table } from 'lucide-react';
import {
  exportJson,
  exportSrt,
  exportTxt,
  exportVtt,
  nameExport,
  type ExportedCall,
} from '../../../shared/transcript-export.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { exportCsv } from './export-csv.ts';
import { saveFile } from './save-file.ts';
import { saveRecording } from './save-recording.ts';

const formats = [
  { extension: 'txt', label: 'Text', mediaType: 'text/plain', icon: FileText, write: exportTxt },
  { extension: 'srt', label: 'Subtitles, SRT', mediaType: 'application/x-subrip', icon: Captions, write: exportSrt },
  { extension: 'vtt', label: 'Subtitles, WebVTT', mediaType: 'text/vtt', icon: Captions, write: exportVtt },
  { extension: 'json', label: 'JSON, with passages', mediaType: 'application/json', icon: Braces, write: exportJson },
  { extension: 'csv', label: 'CSV, a row a turn', mediaType: 'text/csv', icon: Table, write: exportCsv },
] as const;

type ExportMenuProps = {
  readonly call: ExportedCall;
  readonly recording: { readonly size_bytes: number } | null;
};

/** What of a call can be taken elsewhere. */
export function ExportMenu({ call, recording }: ExportMenuProps) {
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
      {formats.map(({ extension, label, mediaType, icon: Icon, write }) => (
        <MenuItem
          key={extension}
          icon={<Icon aria-hidden size={14} />}
          onSelect={() => saveFile(nameExport(call, extension), mediaType, write(call))}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
