import { dehydrate } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'

it('passes data on, and no query of a page that is still pending', async () => {
  const client = createQueryClient()
  await client.prefetchQuery({ queryKey: ['layout'], queryFn: () => 'data' })
  const page = client.prefetchQuery({ queryKey: ['page'], queryFn: () => Promise.resolve('data') })
  expect(dehydrate(client).queries.map(({ queryKey }) => queryKey)).toEqual([['layout']])
  await page
  expect(dehydrate(client).queries.map(({ queryKey }) => queryKey)).toEqual([['layout'], ['page']])
})
