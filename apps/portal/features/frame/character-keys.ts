const storageKey = 'bridge.character-keys'

/** Returns whether shortcuts without a modifier are on in this browser: `?`, `/`, `~` and `G`. */
export function hasCharacterKeys(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Turns these shortcuts on or off. Speech input presses them by mistake (WCAG 2.1.4). */
export function setCharacterKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // The browser refuses storage.
  }
}
