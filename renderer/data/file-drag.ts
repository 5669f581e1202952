import { create } from 'zustand';
import type { DraggableItem } from '../../shared/window/bridge.ts';
import { bridge } from './bridge.ts';

/** Whether a file of this application is being dragged. It is not dropped on the application itself. */
export const useFileDrag = create<{ readonly isDragging: boolean }>(() => ({ isDragging: false }));

/**
 * Returns the attributes with which an element can be dragged to another application as a file. A browser can drag only a file
 * at a public URL, so it returns none there.
 */
export function getFileDragProps(item: DraggableItem) {
  if (bridge.host === 'browser') return {};
  return {
    draggable: true,
    onPointerDown: ({ button }: { readonly button: number }) => {
      if (button === 0) bridge.prepareFileDrag(item);
    },
    onDragStart: (event: { readonly preventDefault: () => void }) => {
      event.preventDefault(); // the system drags the file instead
      useFileDrag.setState({ isDragging: true });
      globalThis.addEventListener('pointermove', endDrag);
      bridge.startFileDrag(item);
    },
  };
}

/** The page receives no pointer events during the drag. */
function endDrag({ buttons }: PointerEvent): void {
  if (buttons !== 0) return;
  globalThis.removeEventListener('pointermove', endDrag);
  useFileDrag.setState({ isDragging: false });
}
