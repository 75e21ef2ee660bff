'use client'

import { useState } from 'react'
import { copyToClipboard } from '../../lib/copy-to-clipboard.ts'
import classes from './api-reference.module.css'
import { type ExplorerSample, OpenInExplorer } from './open-in-explorer.tsx'
import { fillVariables, type LanguageId } from './samples/fill-variables.ts'
import { useFilledCode } from './use-filled-code.ts'
import { usePinnedHeight } from './use-pinned-height.ts'
import { useReader } from './use-reader.ts'
import { useSampleLanguage } from './use-sample-language.ts'

/** A sample as the page contains it, with variables for the reader's values. */
export interface FormattedSample {
  readonly name: string
  readonly variables: readonly string[]
  readonly codes: readonly FormattedCode[]
  readonly response: { readonly status: number; readonly html: string | undefined } | undefined
  /** Missing where the Explorer cannot send the request. */
  readonly explorer: ExplorerSample | undefined
}

interface FormattedCode {
  readonly id: LanguageId
  readonly code: string
  readonly html: string
}

const labels: Readonly<Record<LanguageId, string>> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' }

/** Shows an endpoint's samples in the reader's language, and the recorded responses. */
export function SamplePanel({ id, samples }: { id: string; samples: readonly FormattedSample[] }) {
  const [shown, setShown] = useState(0)
  const [language, setLanguage] = useSampleLanguage()
  const reader = useReader()
  const sample = samples[shown] ?? samples[0]
  const code = sample?.codes.find((each) => each.id === language) ?? sample?.codes[0]
  const html = useFilledCode(code, reader.values)
  const pin = usePinnedHeight(`${sample?.name} ${code?.id}`)
  if (!sample || !code) return null
  const copied = fillVariables(code.code, code.id, reader.values)
  return (
    <div className={classes.samples}>
      <section className={classes.panel} aria-label={`Sample of ${id}`}>
        <div className={classes.bar}>
          <LanguageTabs id={id} codes={sample.codes} shown={code.id} onChoose={setLanguage} />
          <span className={classes.spacer} />
          {samples.length > 1 &&
            samples.map(({ name }, index) => (
              <button
                key={name}
                type="button"
                className={classes.tab}
                aria-pressed={sample.name === name}
                onClick={() => setShown(index)}
              >
                {name.charAt(0).toUpperCase() + name.slice(1)}
              </button>
            ))}
          <CopyCode text={copied} label={`Copy sample of ${id}`} />
        </div>
        <pre
          id={`${id}-sample`}
          ref={pin.ref}
          style={{ height: pin.height }}
          className={classes.code}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
          tabIndex={0}
          role="tabpanel"
          aria-label={`${labels[code.id]} sample of ${id}`}
          data-sample={id}
          data-language={code.id}
          data-name={sample.name}
        >
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code */}
          <code dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
        {sample.explorer && (
          <div className={classes.bar}>
            {reader.slug !== undefined && reader.sandboxId !== undefined ? (
              <OpenInExplorer
                slug={reader.slug}
                realmId={reader.sandboxId}
                sample={sample.explorer}
                name={sample.name}
              />
            ) : (
              <a className={classes.action} href="/sign-in">
                Sign in to run it
              </a>
            )}
          </div>
        )}
      </section>
      {sample.response && <RecordedResponse id={id} response={sample.response} />}
    </div>
  )
}

interface LanguageTabsProps {
  readonly id: string
  readonly codes: readonly FormattedCode[]
  readonly shown: LanguageId
  readonly onChoose: (language: LanguageId) => void
}

function LanguageTabs({ id, codes, shown, onChoose }: LanguageTabsProps) {
  return (
    <div className={classes.tabs} role="tablist" aria-label="Language">
      {codes.map((code) => (
        <button
          key={code.id}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={code.id === shown}
          aria-controls={`${id}-sample`}
          tabIndex={code.id === shown ? 0 : -1}
          onKeyDown={(event) => moveTab(event)}
          onClick={() => onChoose(code.id)}
        >
          {labels[code.id]}
        </button>
      ))}
    </div>
  )
}

/** Moves between the tabs with the arrow keys. */
function moveTab(event: React.KeyboardEvent<HTMLButtonElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const next = tabs.at((tabs.indexOf(event.currentTarget) + step) % tabs.length)
  next?.focus()
  next?.click()
}

interface RecordedResponseProps {
  readonly id: string
  readonly response: NonNullable<FormattedSample['response']>
}

function RecordedResponse({ id, response }: RecordedResponseProps) {
  return (
    <section className={classes.panel} aria-label={`Recorded response of ${id}`}>
      <div className={classes.bar}>
        <h3 className={classes.barTitle}>Response</h3>
        <span data-status>{response.status}</span>
      </div>
      {response.html !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        <pre className={classes.code} tabIndex={0}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code */}
          <code dangerouslySetInnerHTML={{ __html: response.html }} />
        </pre>
      )}
    </section>
  )
}

const shownMs = 1_500

function CopyCode({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'Copy' | 'Copied' | 'Select the text'>('Copy')
  const copy = async () => {
    setOutcome((await copyToClipboard(text)) ? 'Copied' : 'Select the text')
    setTimeout(() => setOutcome('Copy'), shownMs)
  }
  return (
    <button type="button" className={classes.action} onClick={copy} aria-label={outcome === 'Copy' ? label : outcome}>
      {outcome}
    </button>
  )
}
