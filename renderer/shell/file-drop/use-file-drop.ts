import { useCallback, useEffect, useState, type ComponentProps, type DragEvent } from 'react';
import type { RestoreSource } from '../../features/backups/public.ts';
import { backupExtension } from '../../../shared/workspaces/backups.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useWasIdle } from '../../ui/page/use-was-idle.ts';
import type { FileDropTarget } from './file-drop-zone.tsx';
import { clearFileDialogRequest, takeUploadQuestion, useFileDialog, uploads } from '../../features/knowledge/public.ts';

/**
 * Uploads files and folders that are dropped on the window or selected in the file dialog. A backup is not a document: it
 * opens the dialog that restores it. The code for it is loaded when the window is idle, or when it is needed.
 */
export function useFileDrop(onAdded: () => void, openBackup: (source: RestoreSource) => void) {
  const disabledReason = useMissingPermission(v1Routes.uploadDocument);
  const addFiles = useCallback(
    (files: File[]) => {
      const question = takeUploadQuestion();
      const backup = files.find(({ name }) => name.endsWith(backupExtension));
      if (backup) return openBackup({ kind: 'file', file: backup });
      if (disabledReason) return showErrorToast('The files were not added', disabledReason);
      if (files.length === 0) return;
      uploads.add(files, question);
      onAdded();
    },
    [disabledReason, onAdded, openBackup],
  );
  const wasIdle = useWasIdle();
  const [isEarlyDrag, setEarlyDrag] = useState(false);
  const endEarlyDrag = useCallback(() => setEarlyDrag(false), []);
  const [target, setTarget] = useState<FileDropTarget | null>(null);
  const isDialogRequested = useFileDialog((state) => state.isRequested);
  useEffect(() => {
    if (!isDialogRequested || !target) return;
    clearFileDialogRequest();
    target.openFileDialog();
  }, [isDialogRequested, target]);
  const isNeeded = wasIdle || isEarlyDrag || isDialogRequested || target !== null;
  return {
    addFiles,
    rootProps: target?.rootProps ?? getEarlyDropProps(setEarlyDrag, addFiles),
    zoneProps: {
      isNeeded,
      isEarlyDrag,
      disabledReason,
      onDrop: addFiles,
      onEarlyDragEnd: endEarlyDrag,
      onReady: setTarget,
    },
  };
}

/** Accepts files before the drop zone is loaded, without the content of folders. */
function getEarlyDropProps(
  setEarlyDrag: (isEarlyDrag: boolean) => void,
  addFiles: (files: File[]) => void,
): ComponentProps<'div'> {
  return {
    onDragEnter: ({ dataTransfer }: DragEvent) => setEarlyDrag(dataTransfer.types.includes('Files')),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setEarlyDrag(false);
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setEarlyDrag(false);
      addFiles([...event.dataTransfer.files]);
    },
  };
}
