/** How bad a finding is. `unused` parts are not set up, which may be intended. */
export type State = 'ok' | 'unused' | 'warning' | 'problem'

/** One result of a check. */
export interface Finding {
  readonly state: State
  /** One sentence without secrets. */
  readonly text: string
  /** The next step; given for warnings and problems. */
  readonly advice?: string
}

export function ok(text: string): Finding {
  return { state: 'ok', text }
}

export function unused(text: string): Finding {
  return { state: 'unused', text }
}

export function warning(text: string, advice: string): Finding {
  return { state: 'warning', text, advice }
}

export function problem(text: string, advice: string): Finding {
  return { state: 'problem', text, advice }
}
