import { type Capability, capabilityNames } from '../library/capabilities.ts'
import type { Client } from '../library/client.ts'
import type { Books } from '../service/books.ts'
import { prepareScene, type Scene } from './scene.ts'
import { trials } from './trials.ts'

/** The capabilities tried: `works`, or the failure message. */
export type Outcomes = Readonly<Partial<Record<Capability, string>>>

/**
 * Tries a client's every capability as an integration would, and checks the results in the company file.
 *
 * @param tag makes names unique within the company file
 * @param onTrial called before each trial
 */
export async function walk(
  client: Client,
  books: Books,
  tag: string,
  onTrial?: (capability: Capability, scene: Scene) => Promise<void>,
): Promise<Outcomes> {
  const outcomes: Partial<Record<Capability, string>> = {}
  const scene = await prepareScene(books, tag)
  try {
    for (const capability of capabilityNames) {
      if (client[capability] === undefined) continue
      await onTrial?.(capability, scene)
      // A capability's trial calls only existing operations.
      outcomes[capability] = await trials[capability](client as Required<Client>, scene).then(
        () => 'works',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
    }
    return outcomes
  } finally {
    await client.close?.()
  }
}
