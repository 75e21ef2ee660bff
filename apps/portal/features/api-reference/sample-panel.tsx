'use client'

import { useState } from 'react'
import classes from './api-reference.module.css'
import { CopyCode } from './copy-code.tsx'
import { HighlightedCode } from './highlighted-code.tsx'
import { type ExplorerSample, OpenInExplorer } from './open-in-explorer.tsx'
import { SampleVariables } from './sample-variables.tsx'
import type { ApiSample } from './samples/api-sample.ts'
import { fillSample } from './samples/fill-sample.ts'
import { grammars, type LanguageId, languageIds, languageLabels } from './samples/language-ids.ts'
import { usePinnedHeight } from './use-pinned-height.ts'
import { usePrintedSample } from './use-printed-sample.ts'
import { getValues, useReader } from './use-reader.ts'
import { useRecordValues } from './use-record-values.ts'
import { useSampleLanguage } from './use-sample-language.ts'

/** A sample as the page contains it. The browser prints it in the reader's language. */
export interface FormattedSample {
  readonly source: ApiSample
  /** The tag, which is an entity's name for its samples. */
  readonly entity: string
  readonly response: { readonly status: number; readonly text: string | undefined } | undefined
  /** Missing where the Explorer cannot send the request. */
  readonly explorer: ExplorerSample | undefined
}

/** Shows an endpoint's samples in the reader's language, and the recorded responses. */
export function SamplePanel({ id, samples }: { id: string; samples: readonly FormattedSample[] }) {
  const [shown, setShown] = useState(0)
  const [chosen, setLanguage] = useSampleLanguage()
  const reader = useReader()
  const sample = samples[shown] ?? samples[0]
  const records = useRecordValues(sample?.source, sample?.entity ?? '', reader)
  const filled = sample && fillSample(sample.source, { ...getValues(reader, sample.source), ...records })
  const { language, code } = usePrintedSample(filled, chosen)
  const pin = usePinnedHeight(`${sample?.source.name} ${language}`)
  if (!sample || !filled) return null
  const { name } = sample.source
  return (
    <div className={classes.samples}>
      <section className={classes.panel} aria-label={`Sample of ${id}`}>
        <div className={classes.bar}>
          <LanguageTabs id={id} shown={language} onChoose={setLanguage} />
          <span className={classes.spacer} />
          {samples.length > 1 &&
            samples.map(({ source }, index) => (
              <button
                key={source.name}
                type="button"
                className={classes.tab}
                aria-pressed={name === source.name}
                onClick={() => setShown(index)}
              >
                {source.name.charAt(0).toUpperCase() + source.name.slice(1)}
              </button>
            ))}
          <CopyCode text={code} label={`Copy sample of ${id}`} />
        </div>
        <pre
          id={`${id}-sample`}
          ref={pin.ref}
          style={{ height: pin.height }}
          className={classes.code}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
          tabIndex={0}
          role="tabpanel"
          aria-label={`${languageLabels[language]} sample of ${id}`}
          data-sample={id}
          data-language={language}
          data-name={name}
        >
          <HighlightedCode code={code} grammar={grammars[language]} />
        </pre>
        <SampleVariables id={id} sample={filled} entity={sample.entity} />
        {sample.explorer && (
          <div className={classes.bar}>
            {reader.slug !== undefined && reader.sandboxId !== undefined ? (
              <OpenInExplorer slug={reader.slug} realmId={reader.sandboxId} sample={sample.explorer} name={name} />
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
  readonly shown: LanguageId
  readonly onChoose: (language: LanguageId) => void
}

function LanguageTabs({ id, shown, onChoose }: LanguageTabsProps) {
  return (
    <div className={classes.tabs} role="tablist" aria-label="Language">
      {languageIds.map((language) => (
        <button
          key={language}
          type="button"
          role="tab"
          aria-selected={language === shown}
          aria-controls={`${id}-sample`}
          tabIndex={language === shown ? 0 : -1}
          onKeyDown={(event) => moveTab(event)}
          onClick={() => onChoose(language)}
        >
          {languageLabels[language]}
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
      {response.text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        <pre className={classes.code} tabIndex={0}>
          <HighlightedCode code={response.text} grammar="json" />
        </pre>
      )}
    </section>
  )
}
