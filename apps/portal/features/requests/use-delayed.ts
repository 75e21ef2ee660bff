import { useEffect, useState } from 'react'

const typingMs = 300

/** Holds what is typed, and reports it after a pause. */
export function useDelayed(value: string, report: (value: string) => void): readonly [string, (value: string) => void] {
  const [text, setText] = useState(value)
  const [reported, setReported] = useState(value)
  if (reported !== value) {
    setReported(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value.trim()) return
    const timer = setTimeout(() => report(text), typingMs)
    return () => clearTimeout(timer)
  }, [text, value, report])
  return [text, setText]
}
