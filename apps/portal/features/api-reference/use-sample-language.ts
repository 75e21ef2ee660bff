import { useSyncExternalStore } from 'react'
import { type LanguageId, languageIds } from './samples/language-ids.ts'

const storageKey = 'bridge-sample-language'
const changed = new EventTarget()

/** Returns the sample language, shared by all samples and remembered by the browser. */
export function useSampleLanguage(): readonly [LanguageId, (language: LanguageId) => void] {
  const language = useSyncExternalStore(subscribe, readLanguage, () => 'curl' as const)
  return [language, storeLanguage]
}

function subscribe(listener: () => void) {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

let chosen: LanguageId | undefined

function readLanguage(): LanguageId {
  chosen ??= toLanguage(readStorage())
  return chosen
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function toLanguage(text: string | null): LanguageId {
  return languageIds.find((id) => id === text) ?? 'curl'
}

function storeLanguage(language: LanguageId): void {
  chosen = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // A browser without storage forgets the choice with the page.
  }
  changed.dispatchEvent(new Event('change'))
}
