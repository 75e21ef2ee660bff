import { dehydrate, hydrate, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { LateData } from './late-data.ts'

const queryKey = ['file']

/** Returns a page's data as the server loaded it. */
function loadPage(data: string, updatedAt = Date.now()) {
  const server = createQueryClient()
  server.setQueryData(queryKey, data, { updatedAt })
  return dehydrate(server)
}

function openBrowser() {
  const queryClient = createQueryClient()
  const late = new LateData(queryClient)
  onTestFinished(() => late.stop())
  const show = () => {
    const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => 'disconnected' })
    onTestFinished(observer.subscribe(() => undefined))
    return () => observer.getCurrentResult().data
  }
  return { queryClient, late, show }
}

it('loads again what a page brings that was loaded before a change', async () => {
  const { queryClient, late, show } = openBrowser()
  const page = loadPage('connected')
  late.expectAfterChange(() => true)
  hydrate(queryClient, page)
  await expect.poll(show()).toBe('disconnected')
})

it('loads it again on a page that already shows it', async () => {
  const { queryClient, late, show } = openBrowser()
  hydrate(queryClient, loadPage('not connected yet', Date.now() - 1_000))
  const shown = show()
  late.expectAfterChange(({ queryKey: [name] }) => name === 'file')
  late.expectAfterChange(() => false)
  hydrate(queryClient, loadPage('connected'))
  await expect.poll(shown).toBe('disconnected')
})

it('takes what a page brings without a change, or with another one', async () => {
  const { queryClient, late, show } = openBrowser()
  late.expectAfterChange(({ queryKey: [name] }) => name === 'members')
  hydrate(queryClient, loadPage('connected'))
  const shown = show()
  await new Promise((resolve) => setTimeout(resolve))
  expect([shown(), queryClient.isFetching()]).toEqual(['connected', 0])
})
