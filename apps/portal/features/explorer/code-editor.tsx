'use client'

import { type KeyboardEvent, useRef } from 'react'
import classes from './code-editor.module.css'
import type { CodeEditorProps } from './code-editor-props.ts'
import { colorLines } from './code-tokens.ts'
import { CompletionMenu } from './completion-menu.tsx'
import { insertText } from './insert-text.ts'
import type { LocatedMistake } from './locate-mistake.ts'
import { useCompletion } from './use-completion.ts'
import { useMistakes } from './use-mistakes.ts'

const completionKeys: Readonly<Record<string, 'next' | 'previous' | 'apply'>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'apply',
  Tab: 'apply',
}

/** Edits a body or a query. Completes from the entity tables, and marks what the service would reject. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, language, label, onSend } = props
  const input = useRef<HTMLTextAreaElement>(null)
  const mistakes = useMistakes(props)
  const completion = useCompletion(props, input)
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const action = completion.isOpen ? completionKeys[event.key] : undefined
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (event.key === ' ' && event.ctrlKey) completion.open()
    else if (action) completion[action]()
    else if (event.key === 'Escape' && completion.isOpen) completion.close()
    else if (event.key === 'Enter' && language === 'json') insertText(event.currentTarget, continueLine)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.editor}>
      <div className={classes.scroll}>
        <div className={classes.layers}>
          <Code text={value} language={language} />
          <Marks text={value} mistakes={mistakes} />
          <textarea
            ref={input}
            className={classes.input}
            aria-label={label}
            aria-autocomplete="list"
            aria-controls={completion.isOpen ? completion.listId : undefined}
            aria-activedescendant={completion.isOpen ? completion.selectedId : undefined}
            aria-invalid={mistakes.length > 0 || undefined}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="Empty"
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value)
              completion.follow()
            }}
            onKeyDown={handleKey}
            onBlur={completion.close}
            onPointerDown={completion.close}
          />
          {completion.isOpen && <CompletionMenu completion={completion} input={input} />}
        </div>
      </div>
      <Mistakes
        text={value}
        mistakes={mistakes}
        onChoose={({ from, to }) => {
          input.current?.focus()
          input.current?.setSelectionRange(from, to)
        }}
      />
    </div>
  )
}

/** Returns a line break with the indentation of the line before, one step deeper after a bracket. */
function continueLine(before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const indentation = line.slice(0, line.length - line.trimStart().length)
  return `\n${indentation}${/[{[]\s*$/.test(line) ? '  ' : ''}`
}

function Code({ text, language }: Pick<CodeEditorProps, 'language'> & { readonly text: string }) {
  return (
    <pre className={classes.code} data-code aria-hidden>
      {colorLines(text, language).map((line, index, lines) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position
        <span key={index} className={classes.line}>
          {line.map((token, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a token is its position
            <span key={position} data-kind={token.kind}>
              {token.text}
            </span>
          ))}
          {index < lines.length - 1 && '\n'}
        </span>
      ))}
    </pre>
  )
}

/** Underlines the mistakes, in a separate layer. */
function Marks({ text, mistakes }: { readonly text: string; readonly mistakes: readonly LocatedMistake[] }) {
  if (mistakes.length === 0) return null
  const marks = mistakes.toSorted((one, other) => one.from - other.from)
  return (
    <pre className={classes.code} data-marks aria-hidden>
      {marks.map(({ from, to }, index) => {
        const start = Math.max(from, marks[index - 1]?.to ?? 0)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity
          <span key={index}>
            {text.slice(marks[index - 1]?.to ?? 0, start)}
            <mark>{text.slice(start, to)}</mark>
          </span>
        )
      })}
    </pre>
  )
}

interface MistakesProps {
  readonly text: string
  readonly mistakes: readonly LocatedMistake[]
  readonly onChoose: (mistake: LocatedMistake) => void
}

function Mistakes({ text, mistakes, onChoose }: MistakesProps) {
  return (
    <ul className={classes.mistakes} aria-label="Mistakes" aria-live="polite">
      {mistakes.map((mistake) => (
        <li key={`${mistake.code} ${mistake.from} ${mistake.message}`}>
          <button type="button" tabIndex={-1} onClick={() => onChoose(mistake)}>
            {`Line ${text.slice(0, mistake.from).split('\n').length}`}
          </button>
          <span>{mistake.message}</span>
        </li>
      ))}
    </ul>
  )
}
