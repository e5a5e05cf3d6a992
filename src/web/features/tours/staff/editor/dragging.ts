import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index'

type Axis = 'vertical' | 'horizontal'
export type Edge = 'top' | 'bottom' | 'left' | 'right'

export type DraggedEntry = {
  list: string
  at: number
  axis: Axis
  /** The whole entry, the part that follows the pointer, and the drag handle; without a handle the entry can be dragged anywhere. */
  elements: { place: HTMLElement; dragged: HTMLElement; grip: HTMLElement | null }
  /** Called with the side of this entry on which the dragged one would land. */
  onEdge: (edge: Edge | null) => void
  onDragging: (isDragged: boolean) => void
  onMove: (to: number) => void
}

const EDGES = { vertical: ['top', 'bottom'], horizontal: ['left', 'right'] } satisfies Record<Axis, Edge[]>

/** Makes a list entry draggable; returns a cleanup function. */
export function letDrag({ list, at, axis, elements: { place, dragged, grip }, onEdge, onDragging, onMove }: DraggedEntry): () => void {
  return combine(
    draggable({
      element: dragged,
      ...(grip && { dragHandle: grip }),
      // Disabled for read-only users, like the buttons.
      canDrag: () => dragged.closest('fieldset:disabled') === null,
      getInitialData: () => ({ list, at }),
      onDragStart: () => onDragging(true),
      onDrop: ({ location }) => {
        onDragging(false)
        const target = location.current.dropTargets[0]
        if (!target) return
        const indexOfTarget = Number(target.data['at'])
        onMove(getReorderDestinationIndex({ startIndex: at, indexOfTarget, closestEdgeOfTarget: extractClosestEdge(target.data), axis }))
      },
    }),
    dropTargetForElements({
      element: place,
      canDrop: ({ source }) => source.data['list'] === list && source.data['at'] !== at,
      getData: ({ element, input }) => attachClosestEdge({ list, at }, { element, input, allowedEdges: EDGES[axis] }),
      onDrag: ({ self }) => onEdge(extractClosestEdge(self.data)),
      onDragLeave: () => onEdge(null),
      onDrop: () => onEdge(null),
    }),
  )
}
