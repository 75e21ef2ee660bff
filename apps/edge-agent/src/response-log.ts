/**
 * The responses to writes the gateway has not acknowledged. If the connection is lost before a response reaches the
 * gateway, it is recalled on a later connection. The log is bounded: the oldest responses are dropped first.
 */
export interface ResponseLog {
  /** Resolves when the response is stored. */
  store(id: string, payload: Uint8Array): Promise<void>
  find(id: string): Promise<Uint8Array | undefined>
  remove(ids: readonly string[]): Promise<void>
  /** Returns the stored responses' IDs, oldest first. */
  ids(): readonly string[]
}

/** Creates a log in memory. */
export function memoryResponseLog({ maxResponses = 64 }: { readonly maxResponses?: number } = {}): ResponseLog {
  const responses = new Map<string, Uint8Array>()
  return {
    store: async (id, payload) => {
      responses.set(id, payload)
      for (const oldest of responses.keys()) {
        if (responses.size <= maxResponses) break
        responses.delete(oldest)
      }
    },
    find: async (id) => responses.get(id),
    remove: async (ids) => {
      for (const id of ids) responses.delete(id)
    },
    ids: () => [...responses.keys()],
  }
}
