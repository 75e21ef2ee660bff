/**
 * The answers of writes that the gateway has not settled yet, kept so that an answer whose connection was
 * lost can be given after the next one. It is bounded: the oldest answers make room.
 */
export interface AnswerRecord {
  /** Resolves once the answer is safe. */
  keep(id: string, payload: Uint8Array): Promise<void>
  find(id: string): Promise<Uint8Array | undefined>
  forget(ids: readonly string[]): Promise<void>
  /** The ids it holds, oldest first. */
  ids(): readonly string[]
}

/** A record that lives as long as the process. */
export function memoryAnswerRecord({ answersMax = 64 }: { readonly answersMax?: number } = {}): AnswerRecord {
  const answers = new Map<string, Uint8Array>()
  return {
    keep: async (id, payload) => {
      answers.set(id, payload)
      for (const oldest of answers.keys()) {
        if (answers.size <= answersMax) break
        answers.delete(oldest)
      }
    },
    find: async (id) => answers.get(id),
    forget: async (ids) => {
      for (const id of ids) answers.delete(id)
    },
    ids: () => [...answers.keys()],
  }
}
