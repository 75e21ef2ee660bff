import { useEffect, useState } from 'react'
import type { CodeEditorProps, FoundMistake } from './code-editor-props.ts'
import { type LocatedMistake, locateField, locateInQuery } from './locate-mistake.ts'

const checkDelayMs = 400

interface Checked {
  readonly text: string
  readonly mistakes: readonly LocatedMistake[]
}

/** Checks the text as the service would, some time after the last key. */
export function useMistakes({ value, language, check }: Pick<CodeEditorProps, 'value' | 'language' | 'check'>) {
  const [checked, setChecked] = useState<Checked>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const found = await check(value)
      if (isCurrent) setChecked({ text: value, mistakes: found.map((mistake) => locate(mistake, value, language)) })
    }, checkDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [value, language, check])
  return checked?.text === value ? checked.mistakes : []
}

function locate(mistake: FoundMistake, text: string, language: CodeEditorProps['language']): LocatedMistake {
  const { code, detail, element } = mistake
  const range = language === 'json' ? locateField(text, element) : locateInQuery(text, detail, element)
  return { ...range, code, message: `${code}: ${detail.split('\n')[0] ?? ''}` }
}
