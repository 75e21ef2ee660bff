import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { CodeEditorProps } from './code-editor-props.ts'
import { type Completion, type CompletionList, filterCompletions } from './completion.ts'
import { loadEntities, loadFields } from './entity-tables.ts'
import { insertText } from './insert-text.ts'
import { completeJson } from './json-completion.ts'
import { completeQueryAt } from './query-completion.ts'

type Source = Pick<CodeEditorProps, 'value' | 'language' | 'entity' | 'loadRecords'>

interface Offered {
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

/** Offers completions at the cursor of an input. */
export function useCompletion(source: Source, input: RefObject<HTMLTextAreaElement | null>) {
  const listId = useId()
  const [offered, setOffered] = useState<Offered>()
  const [selected, setSelected] = useState(0)
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })

  const offer = async (isAsked: boolean) => {
    const before = input.current
    if (!before) return
    const { value, selectionStart: at } = before
    const found = await complete(latest.current, value, at)
    // The cursor may have moved while the tables were loaded.
    if (input.current?.value !== value || input.current.selectionStart !== at) return
    const isShown = found !== undefined && (isAsked || found.isTyped)
    const options = isShown ? filterCompletions(found.options, value.slice(found.from, at)) : []
    setSelected(0)
    setOffered(isShown && options.length > 0 ? { from: found.from, to: found.to, options } : undefined)
  }
  const close = () => setOffered(undefined)
  const apply = (index = selected) => {
    const option = offered?.options[index]
    if (!option || !input.current) return
    close()
    input.current.focus()
    input.current.setSelectionRange(offered.from, offered.to)
    insertText(input.current, option.apply ?? option.label)
    close()
  }
  const count = offered?.options.length ?? 0
  return {
    isOpen: offered !== undefined,
    from: offered?.from ?? 0,
    options: offered?.options ?? [],
    selected,
    listId,
    selectedId: `${listId}-${selected}`,
    open: () => void offer(true),
    /** Offers what the typed character asks for. */
    follow: () => void offer(false),
    close,
    apply,
    next: () => setSelected((selected + 1) % count),
    previous: () => setSelected((selected + count - 1) % count),
  }
}

function complete(source: Source, text: string, at: number): Promise<CompletionList | undefined> {
  return source.language === 'json'
    ? completeJson(text, at, { fields: () => loadFields(source.entity ?? ''), records: source.loadRecords })
    : completeQueryAt(text, at, { entities: loadEntities, fields: loadFields })
}
