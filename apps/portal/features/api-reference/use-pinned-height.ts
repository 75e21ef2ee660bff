import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Pinned {
  readonly key: string
  readonly height: number
}

/**
 * Keeps the height that an element had at first, so that nothing below moves when the reader's values replace its
 * text. Another key, or another width of the window, lets it go.
 */
export function usePinnedHeight(key: string): {
  readonly ref: RefObject<HTMLPreElement | null>
  readonly height: number | undefined
} {
  const ref = useRef<HTMLPreElement>(null)
  const [pinned, setPinned] = useState<Pinned>()
  const first = useRef(key)
  useLayoutEffect(() => {
    if (ref.current) setPinned({ key: first.current, height: ref.current.offsetHeight })
  }, [])
  useEffect(() => {
    const release = () => setPinned(undefined)
    window.addEventListener('resize', release)
    return () => window.removeEventListener('resize', release)
  }, [])
  return { ref, height: pinned?.key === key ? pinned.height : undefined }
}
