import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentationRoutes, linkRoutes, listOtherPages, organizationRoutes, publicRoutes } from './routes.ts'

const filled = {
  path: '/orgs/acme',
  sandboxId: '1000000000000001',
  realmId: '1000000000000002',
  clientId: 'svcc_1',
  requestId: '1',
  setUpPath: '/setup/1',
}

it('has an address of every page, so that checks and pictures of all pages miss none', () => {
  const addresses = [
    ...publicRoutes,
    ...linkRoutes,
    ...documentationRoutes,
    ...organizationRoutes.map((route) => filled.path + route),
    ...Object.values(listOtherPages(filled)),
  ].map((address) => address.replace(/\?.*/, ''))
  const pages = globSync('**/page.tsx', { cwd: new URL('../app', import.meta.url) }).map((page) => {
    const parts = page.split('/').slice(0, -1)
    return `/${parts.filter((part) => !part.startsWith('(')).join('/')}`
  })
  const isListed = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(/\[[^\]]*\]/g, '[^/]+')}$`)
    return addresses.some((address) => pattern.test(address))
  }
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.filter((page) => !isListed(page))).toEqual([])
})
