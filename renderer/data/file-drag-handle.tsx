import { GripVertical } from 'lucide-react';
import type { DraggableItem } from '../../shared/window/bridge.ts';
import { bridge } from './bridge.ts';
import { getFileDragProps } from './file-drag.ts';

/** Can be dragged to another application with the pointer. With the keyboard, the file is saved instead. */
export function FileDragHandle({ item, title }: { readonly item: DraggableItem; readonly title: string }) {
  if (bridge.host === 'browser') return null;
  return (
    <span
      {...getFileDragProps(item)}
      title={title}
      aria-hidden="true"
      className="flex h-7 w-5 shrink-0 cursor-grab items-center justify-center rounded-control text-muted hover:bg-highlight"
    >
      <GripVertical size={16} />
    </span>
  );
}
