'use client'

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

interface OptimisticChange<Variables, Data> {
  /** The query showing the change. */
  readonly queryKey: QueryKey
  readonly mutationFn: (variables: Variables) => Promise<unknown>
  /** Returns the data as it will be. */
  readonly apply: (data: Data, variables: Variables) => Data
}

/**
 * Returns a mutation showing its change at once, and restoring the data if the service rejects it. Changes of the same
 * query are sent one after another.
 */
export function useOptimisticChange<Variables, Data>(change: OptimisticChange<Variables, Data>) {
  const queryClient = useQueryClient()
  const { queryKey, mutationFn, apply } = change
  return useMutation({
    mutationFn,
    mutationKey: queryKey,
    scope: { id: JSON.stringify(queryKey) },
    onMutate: async (variables: Variables) => {
      await queryClient.cancelQueries({ queryKey })
      const previous = queryClient.getQueryData<Data>(queryKey)
      if (previous !== undefined) queryClient.setQueryData<Data>(queryKey, apply(previous, variables))
      return { previous }
    },
    onError: (_error, _variables, context) => {
      if (context?.previous !== undefined) queryClient.setQueryData(queryKey, context.previous)
    },
    onSettled: async () => {
      // Before the last change, the service does not have all that is shown.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) await queryClient.invalidateQueries({ queryKey })
    },
  })
}
