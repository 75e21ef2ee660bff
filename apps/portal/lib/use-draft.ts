'use client'

import { useEffect } from 'react'
import { removeDraft, storeDraft, takeDraft } from './drafts.ts'
import { useIsSessionEnded } from './session-end.ts'

interface Draft<Values> {
  /** Names the form on its page. */
  readonly name: string
  /** The typed values, never a secret. Undefined if nothing was typed. */
  readonly values: Values | undefined
  /** Receives what was typed before the session ended. */
  readonly restore: (values: Values) => void
}

interface ControlledForm<Values> {
  readonly values: Values
  isDirty(): boolean
  setValues(values: Values): void
}

/** Keeps what is typed into a form when the session ends, and restores it once after the next sign-in. */
export function useDraft<Values>({ name, values, restore }: Draft<Values>): void {
  useTakenDraft(name, restore)
  useStoredDraft(name, values)
}

/** Does the same for a form whose fields are controlled. */
export function useFormDraft<Values>(name: string, form: ControlledForm<Values>, onRestored?: () => void): void {
  useDraft<Values>({
    name,
    values: form.isDirty() ? form.values : undefined,
    restore: (values) => {
      form.setValues(values)
      onRestored?.()
    },
  })
}

/** Passes a draft on once, such as to a reopened dialog. */
export function useTakenDraft<Values>(name: string, restore: (values: Values) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: restores once, when the page appears
  useEffect(() => {
    const values = takeDraft(name)
    if (values !== undefined) restore(values as Values)
  }, [name])
}

/** Stores what is typed while the session has ended. */
export function useStoredDraft(name: string, values: unknown): void {
  const isEnded = useIsSessionEnded()
  useEffect(() => {
    if (!isEnded) removeDraft(name)
    else if (values !== undefined) storeDraft(name, values)
  }, [isEnded, name, values])
}
