import { type RealmState, realmStates } from '@bridge/data-plane/realms/realm-states'
import { isolateName, toPlainSentence } from '@bridge/identity/access/isolate-name'

/** Returns an admin's text to the person at the PC: what is wrong, and what to do. */
export function createStepsText(name: string, state: RealmState): string {
  const { sentence, steps } = realmStates[state]
  return [
    toPlainSentence(`QuickBooks company file “${isolateName(name)}”: ${sentence}`),
    '',
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ].join('\n')
}
