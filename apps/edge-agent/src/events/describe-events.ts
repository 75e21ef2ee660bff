import type { EventState } from './event-watch.ts'

const sentences: Readonly<Record<EventState, string>> = {
  off: 'No. Change this in the portal, in the settings of the company file.',
  'program-missing': 'Not yet: qbevents.exe does not run. Run the agent’s installer again.',
  'quickbooks-needed': 'Not yet. The agent waits until the company file is open in QuickBooks.',
  asking: 'Not yet. QuickBooks asks its Admin once: sign in as the Admin, and allow it.',
  refused: 'No. QuickBooks did not allow it. Restart the agent to ask again.',
  on: 'Yes, while the company file is open in a window of QuickBooks.',
}

/** Says whether changes are found within seconds, and what to do about it. */
export function describeEvents(state: EventState): string {
  return sentences[state]
}
