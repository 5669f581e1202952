import { useCallback } from 'react';
import { useDropzone } from 'react-dropzone';
import { v1Routes } from '../../shared/contract.ts';
import { usePermission } from '../session/use-permission.ts';
import { tellFailure } from '../ui/toasts.tsx';
import { uploads } from './uploads.ts';

/** Takes files from a drop anywhere on the window, folders included, and from the file dialog that `open` shows. */
export function useFileDrop(onAdded: () => void) {
  const unavailable = usePermission(v1Routes.uploadDocument);
  const onDrop = useCallback(
    (files: File[]) => {
      if (unavailable) return tellFailure('The files were not added', unavailable);
      if (files.length === 0) return;
      uploads.add(files);
      onAdded();
    },
    [unavailable, onAdded],
  );
  const dropzone = useDropzone({ onDrop, noClick: true, noKeyboard: true, noPaste: true, multiple: true });
  return {
    unavailable,
    open: dropzone.open,
    isOver: dropzone.isDragActive,
    rootProps: dropzone.getRootProps({ role: 'presentation' }),
    inputProps: dropzone.getInputProps({
      'aria-label': 'Choose documents',
      accept: '.pdf,.docx,.txt,.text,.md,.csv,.log',
    }),
  };
}
