import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** Bucket indexes, both included. */
export interface BucketRange {
  readonly from: number
  readonly to: number
}

/** A selection from its start to the bucket it was moved to, which may come before. */
interface Selection {
  readonly anchor: number
  readonly head: number
}

/** Selects a range of buckets: by dragging, or with the arrow keys, Shift and Enter. Escape gives up. */
export function useBucketSelection(bucketCount: number, onSelect: (range: BucketRange) => void) {
  const [selection, setSelection] = useState<Selection>()
  const clamp = (index: number) => Math.max(0, Math.min(bucketCount - 1, index))
  const indexAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return clamp(Math.floor(((clientX - left) / width) * bucketCount))
  }
  const select = () => {
    setSelection(undefined)
    if (selection) onSelect(toRange(selection))
  }
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (step !== 0 && bucketCount > 0) {
        const head = clamp((selection?.head ?? bucketCount) + step)
        setSelection({ anchor: event.shiftKey && selection ? selection.anchor : head, head })
      } else if (event.key === 'Enter' && selection) select()
      else if (event.key === 'Escape' && selection) setSelection(undefined)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      const index = indexAt(event)
      setSelection({ anchor: index, head: index })
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons === 1 && selection) setSelection({ ...selection, head: indexAt(event) })
    },
    onPointerUp: select,
    onPointerCancel: () => setSelection(undefined),
  }
  return { selection, handlers }
}

/** Returns a selection's buckets in the order of time. */
export function toRange({ anchor, head }: Selection): BucketRange {
  return { from: Math.min(anchor, head), to: Math.max(anchor, head) }
}
