import { useCallback, useEffect, type ComponentProps } from 'react';
import { useDropzone } from 'react-dropzone';
import { acceptedFormats, documentFileExtensions } from '../../../shared/knowledge/document-kinds.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { useFileDrag } from '../../data/file-drag.ts';
import { setUploadQuestion } from '../../features/knowledge/public.ts';
import { formatSize } from '../../format/format-size.ts';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';

export type FileDropTarget = {
  /** The properties of the element on which files are dropped. */
  readonly rootProps: ComponentProps<'div'>;
  readonly openFileDialog: () => void;
};

export type FileDropZoneProps = {
  /** Whether files have been dragged over the window since before the zone could notice it. */
  readonly isEarlyDrag: boolean;
  /** Called once the zone notices drags by itself. */
  readonly onEarlyDragEnd: () => void;
  readonly disabledReason: string | null;
  readonly onDrop: (files: File[]) => void;
  /** Called when files and folders can be dropped, and again when the properties have changed. */
  readonly onReady: (target: FileDropTarget) => void;
};

/** Reads dropped files and folders, and contains the file dialog. Covers the window while files are dragged over it. */
export function FileDropZone({ isEarlyDrag, disabledReason, onDrop, onEarlyDragEnd, onReady }: FileDropZoneProps) {
  const drop = useCallback(
    (files: File[]) => {
      onEarlyDragEnd();
      onDrop(files);
    },
    [onEarlyDragEnd, onDrop],
  );
  const noDrag = useFileDrag(({ isDragging }) => isDragging);
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDragEnter: onEarlyDragEnd,
    onDragLeave: onEarlyDragEnd,
    onDrop: drop,
    onError: showUnreadable,
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
      {(isDragActive || isEarlyDrag) && <DropOverlay disabledReason={disabledReason} />}
    </>
  );
}

function showUnreadable(): void {
  showErrorToast('The files were not added', 'They could not be read. Add them again.');
}

function forgetQuestion(): void {
  setUploadQuestion(null);
}

/** Covers the window while files are dragged over it and shows which files are accepted. */
export function DropOverlay({ disabledReason }: { readonly disabledReason: string | null }) {
  return (
    <div className="fade-in pointer-events-none absolute inset-0 z-40 bg-surface/85 p-3 backdrop-blur-sm">
      <div
        role="status"
        className="flex h-full flex-col items-center justify-center rounded-panel border-2 border-dashed border-accent text-center"
      >
        <div className="text-accent">
          <Illustration name="documents" />
        </div>
        <p className="mt-4 text-title font-semibold">
          {disabledReason ? 'You can’t add documents' : 'Drop to add to the knowledge base'}
        </p>
        <p className="mt-1 text-muted">
          {disabledReason ??
            `${acceptedFormats} files, or folders of them. Up to ${formatSize(limits.uploadBytes)} per file.`}
        </p>
      </div>
    </div>
  );
}
