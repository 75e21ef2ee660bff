import { createVisitors } from './create-visitors.ts'
import type { CreateLoad } from './run-load.ts'

/** The worst visitors with several addresses can do to pages, by name. */
export const pageLoads: Readonly<Record<string, CreateLoad>> = {
  'visitors open pages that are rendered': async ({ pagesOrigin }) => {
    const visitors = createVisitors(pagesOrigin, 10)
    let pages = 0
    return {
      repeat: () => {
        pages += 1
        return visitors.request({ method: 'GET', path: `/invitations/${pages}` })
      },
      end: visitors.end,
      atOnce: 10,
    }
  },
  'visitors request the documentation many times at once': async ({ pagesOrigin }) => {
    const visitors = createVisitors(pagesOrigin, 3)
    return {
      repeat: () => visitors.request({ method: 'GET', path: '/docs' }),
      end: visitors.end,
      atOnce: 480,
    }
  },
}
