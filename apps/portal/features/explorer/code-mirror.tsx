'use client'

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  StreamLanguage,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import type { CodeEditorProps, FoundMistake } from './code-editor-props.ts'
import classes from './code-mirror.module.css'
import { loadEntities, loadFields } from './entity-tables.ts'
import { createJsonCompletion } from './json-completion.ts'
import { locateField, locateInQuery } from './locate-mistake.ts'
import { createQueryCompletion } from './query-completion.ts'

const checkDelayMs = 400

/** An editor for a body or a query. Completes from the entity tables, and marks what the service would reject. */
export default function CodeMirror(props: CodeEditorProps) {
  const { value, language, label } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  // The editor lives longer than a render, so it reads the latest properties from here.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const languageSlot = useRef(new Compartment())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once, and updated by the effects below
  useEffect(() => {
    if (!host.current) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          keymap.of([{ key: 'Mod-Enter', run: () => sendDraft(latest) }]),
          lineNumbers(),
          foldGutter(),
          history(),
          bracketMatching(),
          closeBrackets(),
          highlightSelectionMatches(),
          EditorView.lineWrapping,
          syntaxHighlighting(classHighlighter),
          languageSlot.current.of(createLanguage(latest)),
          lintGutter(),
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...searchKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
          placeholder('Empty'),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language needs another parser
  useEffect(() => {
    view.current?.dispatch({ effects: languageSlot.current.reconfigure(createLanguage(latest)) })
  }, [language, label])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={host} className={classes.editor} />
}

interface Latest {
  readonly current: CodeEditorProps
}

/** Returns true, because the key is handled. */
function sendDraft(latest: Latest): boolean {
  latest.current.onSend()
  return true
}

function createLanguage(latest: Latest): Extension {
  const { language, label } = latest.current
  const complete =
    language === 'json'
      ? createJsonCompletion({
          fields: () => loadFields(latest.current.entity ?? ''),
          records: (entity) => latest.current.loadRecords(entity),
        })
      : createQueryCompletion({ entities: loadEntities, fields: loadFields })
  return [
    language === 'json' ? json() : queryLanguage,
    autocompletion({ override: [complete] }),
    linter((editor) => findMistakes(editor, latest), { delay: checkDelayMs }),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
  ]
}

async function findMistakes(editor: EditorView, latest: Latest): Promise<Diagnostic[]> {
  const text = editor.state.doc.toString()
  const mistakes = await latest.current.check(text)
  const tree = latest.current.language === 'json' ? syntaxTree(editor.state) : undefined
  return mistakes.map((mistake) => {
    const { from, to } = tree
      ? locateField(tree, text, mistake.element)
      : locateInQuery(text, mistake.detail, mistake.element)
    return { from, to, severity: 'error', source: `${mistake.status} ${mistake.code}`, message: describe(mistake) }
  })
}

function describe({ code, detail }: FoundMistake): string {
  return `${code}: ${detail.split('\n')[0] ?? ''}`
}

const keyword = /(select|from|where|and|orderby|order|by|startposition|maxresults|asc|desc|in|like|count)\b/i

const queryLanguage = StreamLanguage.define({
  name: 'query',
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/[\d.]+/)) return 'number'
    if (stream.match(keyword)) return 'keyword'
    if (stream.match(/[\w.]+/)) return 'variableName'
    stream.next()
    return 'operator'
  },
})
