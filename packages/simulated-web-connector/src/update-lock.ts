/** Keeps a Windows user's updates apart, as the registry value `UpdateLock` does. */
export interface UpdateLock {
  /** Returns whether the lock was free. */
  acquire(): boolean
  release(): void
}

/** Creates a lock for the Web Connectors on one simulated machine. */
export function createUpdateLock(): UpdateLock {
  let isHeld = false
  return {
    acquire() {
      if (isHeld) return false
      isHeld = true
      return true
    },
    release() {
      isHeld = false
    },
  }
}
