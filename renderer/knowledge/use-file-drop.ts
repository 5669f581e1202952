import { useCallback } from 'react';
import { useDropzone } from 'react-dropzone';
import type { RestoreSource } from '../backups/restore-store.ts';
import { backupExtension } from '../../shared/backups.ts';
import { v1Routes } from '../../shared/contract.ts';
import { documentFileExtensions } from '../../shared/document-kinds.ts';
import { useFileDrag } from '../file-drag.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { showErrorToast } from '../ui/toasts.tsx';
import { uploads } from './uploads.ts';

/**
 * Uploads files and folders that are dropped on the window or selected in the file dialog. A backup is not a document: it
 * opens the dialog that restores it.
 */
export function useFileDrop(onAdded: () => void, openBackup: (source: RestoreSource) => void) {
  const disabledReason = useMissingPermission(v1Routes.uploadDocument);
  const onDrop = useCallback(
    (files: File[]) => {
      const backup = files.find(({ name }) => name.endsWith(backupExtension));
      if (backup) return openBackup({ kind: 'file', file: backup });
      if (disabledReason) return showErrorToast('The files were not added', disabledReason);
      if (files.length === 0) return;
      uploads.add(files);
      onAdded();
    },
    [disabledReason, onAdded, openBackup],
  );
  const noDrag = useFileDrag(({ isDragging }) => isDragging);
  const dropzone = useDropzone({ onDrop, noDrag, noClick: true, noKeyboard: true, noPaste: true, multiple: true });
  return {
    disabledReason,
    addFiles: onDrop,
    openFileDialog: dropzone.open,
    isDraggingOver: dropzone.isDragActive,
    rootProps: dropzone.getRootProps({ role: 'presentation' }),
    inputProps: dropzone.getInputProps({
      'aria-label': 'Choose documents',
      accept: documentFileExtensions.join(','),
    }),
  };
}
