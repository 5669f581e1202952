import { useEffect, type ComponentProps } from 'react';
import { useDropzone } from 'react-dropzone';
import { documentFileExtensions } from '../../../shared/knowledge/document-kinds.ts';
import { useFileDrag } from '../../data/file-drag.ts';
import { DropOverlay } from './drop-overlay.tsx';
import { setUploadQuestion } from '../../features/knowledge/public.ts';

export type FileDropTarget = {
  /** The properties of the element on which files are dropped. */
  readonly rootProps: ComponentProps<'div'>;
  readonly openFileDialog: () => void;
};

export type FileDropZoneProps = {
  readonly disabledReason: string | null;
  readonly onDrop: (files: File[]) => void;
  /** Called when files and folders can be dropped, and again when the properties have changed. */
  readonly onReady: (target: FileDropTarget) => void;
};

/** Reads dropped files and folders, and contains the file dialog. Covers the window while files are dragged over it. */
export function FileDropZone({ disabledReason, onDrop, onReady }: FileDropZoneProps) {
  const noDrag = useFileDrag(({ isDragging }) => isDragging);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop,
    onFileDialogCancel: forgetQuestion,
    noDrag,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    multiple: true,
  });
  useEffect(() => onReady({ rootProps: getRootProps(), openFileDialog: open }), [getRootProps, open, onReady]);
  return (
    <>
      <input {...getInputProps({ 'aria-label': 'Choose documents', accept: documentFileExtensions.join(',') })} />
      {isDragActive && <DropOverlay disabledReason={disabledReason} />}
    </>
  );
}

function forgetQuestion(): void {
  setUploadQuestion(null);
}
